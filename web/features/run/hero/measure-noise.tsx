'use client';

import type { Run } from '@contract/run';
import { canRunAgain } from '@rules/spec/run-again';
import { useRouter } from 'next/navigation';
import { handExperiment } from '@/features/experiments/form/experiment-storage';
import { MEASURE_NOISE, prepareExperiment, ROUNDS } from '@/features/experiments/form/prepared-experiment';
import { Button } from '@/ui/button';

/** Repeats a run that stands, in rounds: how far apart runs of it are is what a later difference has to exceed. */
export function MeasureNoise({ run }: { run: Run }) {
  const router = useRouter();
  const { id, name, spec, verdict } = run;
  if (run.imported || verdict?.validity !== 'valid' || !canRunAgain(spec)) return null;
  const open = (): void => {
    const decided = { metric: 'requestsPerSecond', stepIndex: verdict.stepIndex, rounds: ROUNDS } as const;
    const prepared = prepareExperiment({ name, spec, source: { kind: 'run', id, name } }, [], decided);
    if (prepared) router.push(handExperiment(prepared.baseline, prepared.draft));
  };
  return (
    <Button className="max-sm:min-h-11" onClick={open}>
      {MEASURE_NOISE}
    </Button>
  );
}
