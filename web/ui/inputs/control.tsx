import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/ui/class-names';

export const controlClass = (invalid: boolean): string =>
  classNames(
    'h-8 w-full min-w-0 rounded-control border bg-bg px-2.5 text-sm text-ink placeholder:text-muted',
    'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent',
    'disabled:cursor-not-allowed disabled:opacity-60',
    invalid ? 'border-bad' : 'border-control/60 hover:border-control',
  );

export const describedBy = (id: string, error?: string, hint?: ReactNode): string | undefined =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;

export function SelectBox({ id, error, className, ...select }: ComponentProps<'select'> & { error?: string }) {
  return (
    <select
      id={id}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className={classNames(controlClass(Boolean(error)), className)}
      {...select}
    />
  );
}
