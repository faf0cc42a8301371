import { ABSENT } from '@rules/words/numbers';
import type { ReactNode } from 'react';

/** A dash that says why there is nothing. */
export function Absent({ why }: { why: string }) {
  return (
    <span title={why} className="cursor-help text-muted">
      <span aria-hidden>{ABSENT}</span>
      <span className="sr-only">{why}</span>
    </span>
  );
}

export function Measured<T>({
  value,
  why,
  children,
}: {
  value: T | null;
  why: string;
  children: (value: T) => ReactNode;
}) {
  return value === null ? <Absent why={why} /> : children(value);
}
