'use client';

import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '@/ui/class-names';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: { value: T; label: ReactNode; title?: string }[];
  className?: string;
  /** The field of a form; the chosen option is its control. */
  field?: string;
  /** The element that says what is wrong with the choice. */
  errorId?: string;
}

export function Segmented<T extends string>({
  label,
  value,
  onChange,
  options,
  className,
  field,
  errorId,
}: SegmentedProps<T>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      orientation="horizontal"
      className={classNames('inline-flex rounded-control border border-line-strong bg-bg p-0.5', className)}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          data-field={option.value === value ? field : undefined}
          title={option.title}
          aria-label={option.title}
          className="inline-flex items-center justify-center gap-1.5 rounded-[4px] px-2 py-0.5 sm:px-2.5 text-sm text-muted transition-colors hover:text-ink data-[state=checked]:bg-raised data-[state=checked]:font-medium data-[state=checked]:text-ink data-[state=checked]:shadow-[inset_0_0_0_1px_var(--line-strong)]"
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
