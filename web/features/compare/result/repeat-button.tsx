'use client';

import type { Comparison, MetricOutcome } from '@contract/comparison';
import { type Repeats, repeatsFor } from '@rules/outcomes/answer';
import { FlaskConical } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { handExperiment } from '@/features/experiments/form/experiment-storage';
import { MEASURE_NOISE, ROUNDS } from '@/features/experiments/form/prepared-experiment';
import { Allowed } from '@/features/shell/allowed';
import { Button } from '@/ui/button';
import { repeatDraft } from './repeat-draft';

const labelOf = (repeats: Repeats | null): string => {
  if (repeats === null) return MEASURE_NOISE;
  if (repeats.type === 'rounds') return `Run ${repeats.rounds} rounds as an experiment`;
  if (repeats.type === 'repeat') return `Repeat ${repeats.rounds}× as an experiment`;
  return repeats.type === 'answered' ? 'Confirm as an experiment' : 'Plan an experiment of these';
};

interface RepeatButtonProps {
  comparison: Comparison;
  /** What the page speaks of first; empty where all runs are of one configuration. */
  outcomes: MetricOutcome[];
}

/** Hands the compared configurations to the form of a new experiment, decided by what such a test can show. */
export function RepeatButton({ comparison, outcomes }: RepeatButtonProps) {
  const router = useRouter();
  const main = outcomes.find(({ couldShow }) => couldShow === 'yes') ?? outcomes[0] ?? null;
  const repeats = main && repeatsFor(main);
  const rounds = repeats && 'rounds' in repeats ? repeats.rounds : ROUNDS;
  const prepared = repeatDraft(comparison, main, rounds);
  if (!prepared) return null;
  if ('why' in prepared) return <p className="text-xs text-muted">{prepared.why}</p>;
  const open = (): void => {
    router.push(handExperiment(prepared.baseline, prepared.draft));
  };
  return (
    <Allowed needs="operator">
      <Button
        look={repeats?.type === 'answered' ? 'plain' : 'primary'}
        className="max-sm:min-h-11 max-sm:w-full"
        onClick={open}
      >
        <FlaskConical aria-hidden className="size-3.5" />
        {labelOf(repeats)}
      </Button>
    </Allowed>
  );
}
