'use client';

import { type ReactNode, useId } from 'react';
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
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      className={classNames(
        'inline-flex max-w-full flex-wrap rounded-control border border-line-strong bg-bg p-0.5 print:hidden',
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          title={option.title}
          className="relative inline-flex items-center justify-center gap-1.5 min-h-6 min-w-8 max-sm:min-h-11 max-sm:min-w-11 rounded-[4px] px-2 py-0.5 sm:px-2.5 text-sm text-muted transition-colors hover:text-ink has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-[inset_0_0_0_1px_var(--line-strong)] has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            data-field={option.value === value ? field : undefined}
            aria-label={option.title}
            className="absolute inset-0 m-0 cursor-pointer appearance-none rounded-[4px] outline-none"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
