'use client';

import type { ReactNode } from 'react';
import { Segmented } from '@/ui/inputs/segmented';

interface LabelledChoiceProps<T extends string> {
  /** The field of the draft. */
  field: string;
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: { value: T; label: string }[];
  hint?: ReactNode;
  error?: string;
}

/** A choice of a few words in a row, with what it means below. */
export function LabelledChoice<T extends string>({
  field,
  label,
  value,
  onChange,
  options,
  hint,
  error,
}: LabelledChoiceProps<T>) {
  const errorId = error ? `${field}-error` : undefined;
  return (
    <div className="min-w-0">
      <p className="mb-1 text-xs font-medium text-muted">{label}</p>
      <Segmented
        label={label}
        field={field}
        value={value}
        onChange={onChange}
        options={options}
        errorId={errorId}
        className="max-w-full flex-wrap"
      />
      {error && (
        <p id={errorId} className="mt-1 text-xs text-bad [overflow-wrap:anywhere]">
          {error}
        </p>
      )}
      {hint && <p className="mt-1 text-xs text-muted [overflow-wrap:anywhere]">{hint}</p>}
    </div>
  );
}
