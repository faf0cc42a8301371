'use client';

import { RETENTION_DAYS } from '@contract/limits';
import type { Storage } from '@contract/storage';
import { formatCount, plural } from '@rules/words/numbers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { put } from '@/api/client';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';

const [LEAST, MOST] = RETENTION_DAYS;
const NOT_DAYS = `Enter ${LEAST} to ${MOST} days, or nothing to keep them for ever.`;

export function RetentionForm({ storage }: { storage: Storage }) {
  const queries = useQueryClient();
  const form = useForm({ values: { days: storage.samplesDays === null ? '' : String(storage.samplesDays) } });
  const change = useMutation({
    mutationFn: ({ days }: { days: string }) =>
      put('/api/v1/retention', { samplesDays: days.trim() === '' ? null : Number(days) }),
    onSuccess: (next) => queries.setQueryData(['storage'], next),
  });
  const { errors, isDirty } = form.formState;
  return (
    <form noValidate className="grid gap-2" onSubmit={form.handleSubmit((body) => change.mutate(body))}>
      {change.isError && <ErrorNotice title="The time was not changed" error={change.error} />}
      <div className="flex max-w-[26rem] items-start gap-2">
        <TextField
          id="samples-days"
          label="Days after the end of a run"
          hint="Empty: for ever. Figures, verdicts and files stay."
          inputMode="numeric"
          fieldClass="flex-1"
          error={errors.days?.message}
          {...form.register('days', { validate: (days) => isDays(days) || NOT_DAYS })}
        />
        <Button type="submit" className="mt-[1.375rem] h-8" disabled={!isDirty || change.isPending}>
          Save
        </Button>
      </div>
      <p className="text-sm text-muted">{storedText(storage.runs)}</p>
      <p role="status" className="text-sm text-muted">
        {change.isSuccess && !isDirty ? 'Saved. Older samples are removed within minutes, and do not come back.' : ''}
      </p>
    </form>
  );
}

/** 'Samples: 17 ended runs. 8 of them keep theirs whatever their age: ... ' */
function storedText({ withSamples, exempt, withoutSamples }: Storage['runs']): string {
  const parts = [
    withSamples === 0
      ? 'No ended run has samples.'
      : `${plural(withSamples, 'ended run has', 'ended runs have')} samples.`,
    exempt > 0 &&
      `${formatCount(exempt)} of them ${exempt === 1 ? 'keeps its' : 'keep their'} samples at any age, as favourites, baselines or runs of experiments.`,
    withoutSamples > 0 && `${plural(withoutSamples, 'older run has', 'older runs have')} none any more.`,
  ];
  return parts.filter(Boolean).join(' ');
}

const isDays = (text: string): boolean =>
  text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) >= LEAST && Number(text) <= MOST);
