'use client';

import { targetText } from '@rules/spec/target-words';
import { isStarted } from '@/features/draft/target-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { CpuField, Term } from '@/features/new-run/tuning/tuning-input';

/** The CPU set of the target: a setting of its host that belongs to the run. */
export function TargetCpusField() {
  const { input, draft, run, server } = useDraft();
  // What runs already has the CPUs that whoever started it gave it.
  if (!isStarted(draft.target)) return null;
  return (
    <CpuField
      id="target-cpus"
      label={<Term name="CPU set of the target" kernel="sched_setaffinity" />}
      placeholder={`every CPU${server ? `: ${server.facts.onlineCpus}` : ''}`}
      hint={`Such as 0-3 or last 4. The target: ${targetText(run.spec.target)}.`}
      {...input('targetCpus')}
      value={draft.targetCpus}
    />
  );
}
