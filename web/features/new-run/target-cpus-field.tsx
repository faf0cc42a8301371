'use client';

import { workersText } from '@/lib/target-text';
import { useDraft } from './draft-form';
import { CpuField, Term } from './tuning-field';

/** The CPU set of the target: a setting of its host that belongs to the run. */
export function TargetCpusField() {
  const { form, draft, run, server, errorAt } = useDraft();
  return (
    <CpuField
      id="target-cpus"
      label={<Term name="CPU set of the target" kernel="sched_setaffinity" />}
      placeholder={`every CPU${server ? `: ${server.facts.onlineCpus}` : ''}`}
      hint={`Such as 0-3 or last 4. The target: ${workersText(run.spec.target)}.`}
      error={errorAt('targetCpus')}
      {...form.register('targetCpus')}
      value={draft.targetCpus}
    />
  );
}
