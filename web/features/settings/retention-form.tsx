'use client';

import { RETENTION_DAYS } from '@contract/limits';
import type { Storage } from '@contract/storage';
import { formatCount, plural } from '@rules/words/numbers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { put } from '@/api/client';
import { DaysForm } from './days-form';

export function RetentionForm({ storage }: { storage: Storage }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (samplesDays: number | null) => put('/api/v1/retention', { samplesDays }),
    onSuccess: (next) => queries.setQueryData(['storage'], next),
  });
  return (
    <>
      <DaysForm
        id="samples-days"
        label="Days after the end of a run"
        hint="Empty: for ever. Figures, verdicts and files stay."
        days={storage.samplesDays}
        bounds={RETENTION_DAYS}
        change={change}
        saved="Saved. Older samples are removed within minutes, and do not come back."
      />
      <p className="text-sm text-muted">{storedText(storage.runs)}</p>
    </>
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
