'use client';

import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';

interface RadioCardsProps<T extends string> {
  /** The field of the draft. */
  field: string;
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: { value: T; mark?: ReactNode; hint: ReactNode }[];
  /** The element that says what is wrong with the choice. */
  errorId?: string;
}

/** A choice of a few, each with a line that says what it means. */
export function RadioCards<T extends string>({ field, label, value, onChange, options, errorId }: RadioCardsProps<T>) {
  return (
    <div>
      <p id={`${field}-label`} className="mb-1 text-xs font-medium text-muted">
        {label}
      </p>
      <RadioGroup.Root
        aria-labelledby={`${field}-label`}
        aria-describedby={errorId}
        aria-invalid={errorId ? true : undefined}
        value={value}
        onValueChange={(next) => onChange(next as T)}
        className="grid gap-2 sm:grid-cols-2"
      >
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            data-field={option.value === value ? field : undefined}
            aria-labelledby={`${field}-${option.value}`}
            aria-describedby={`${field}-${option.value}-hint`}
            className="group flex items-start gap-2.5 rounded-control border border-control/60 px-3 py-2.5 text-left hover:border-control data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
          >
            <span
              aria-hidden
              className="mt-1 grid size-3.5 shrink-0 place-items-center rounded-full border border-control group-data-[state=checked]:border-accent"
            >
              <RadioGroup.Indicator className="size-1.5 rounded-full bg-accent" />
            </span>
            <span className="min-w-0">
              <span id={`${field}-${option.value}`} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <span className="font-mono text-sm font-medium">{option.value}</span> {option.mark}
              </span>
              <span id={`${field}-${option.value}-hint`} className="block text-xs text-muted">
                {option.hint}
              </span>
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
