'use client';

import { classNames } from '@/components/class-names';
import { controlClass } from '@/components/field';
import type { StepDraft } from '@/lib/presets';
import { useDraft } from './draft-form';

interface StepInputProps {
  index: number;
  name: keyof StepDraft;
  label: string;
  unit?: string;
}

export function StepInput({ index, name, label, unit }: StepInputProps) {
  const { form, errorAt } = useDraft();
  const field = `steps.${index}.${name}` as const;
  const error = errorAt(field);
  return (
    <div className="min-w-0">
      <span aria-hidden className="block pb-0.5 text-xs text-muted md:hidden">
        {label}
      </span>
      <div className="relative">
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Step ${index + 1}: ${label}${unit === 's' ? ' in seconds' : ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${field}-error` : undefined}
          className={classNames(controlClass(Boolean(error)), Boolean(unit) && 'pr-7')}
          {...form.register(field)}
        />
        {unit && (
          <span className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-xs text-muted">
            {unit}
          </span>
        )}
      </div>
      {error && (
        <p id={`${field}-error`} className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
