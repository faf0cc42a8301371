'use client';

import { useForm } from 'react-hook-form';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';

interface DaysFormProps {
  id: string;
  label: string;
  hint: string;
  /** Null: for ever. */
  days: number | null;
  bounds: readonly [least: number, most: number];
  change: { mutate: (days: number | null) => void; isPending: boolean; isSuccess: boolean; error: Error | null };
  /** What follows from it, once it is saved. */
  saved: string;
}

/** How many days something is kept; empty for ever. */
export function DaysForm({ id, label, hint, days, bounds: [least, most], change, saved }: DaysFormProps) {
  const form = useForm({ values: { days: days === null ? '' : String(days) } });
  const { errors, isDirty } = form.formState;
  const isDays = (text: string): boolean =>
    text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most);
  return (
    <form
      noValidate
      className="grid gap-2"
      onSubmit={form.handleSubmit((typed) => change.mutate(typed.days.trim() === '' ? null : Number(typed.days)))}
    >
      {change.error && <ErrorNotice title="The time was not changed" error={change.error} />}
      <div className="flex max-w-[26rem] items-start gap-2">
        <TextField
          id={id}
          label={label}
          hint={hint}
          inputMode="numeric"
          fieldClass="flex-1"
          error={errors.days?.message}
          {...form.register('days', {
            validate: (text) => isDays(text) || `Enter ${least} to ${most} days, or nothing to keep them for ever.`,
          })}
        />
        <Button type="submit" className="mt-[1.375rem] h-8" disabled={!isDirty || change.isPending}>
          Save
        </Button>
      </div>
      <p role="status" className="text-sm text-muted">
        {change.isSuccess && !isDirty ? saved : ''}
      </p>
    </form>
  );
}
