'use client';

import type { MetricOutcome } from '@contract/comparison';
import type { ShownExperiment as Experiment } from '@contract/experiment';
import { type Repeats, repeatsFor } from '@rules/outcomes/answer';
import { canRunAgain } from '@rules/spec/run-again';
import { FlaskConical } from 'lucide-react';
import { Allowed } from '@/features/shell/allowed';
import { Button } from '@/ui/button';
import { useAgain } from './use-again';

interface PlanMoreButtonProps {
  experiment: Experiment;
  /** The outcomes that decide it. */
  declared: MetricOutcome[];
}

/** Plans an experiment like this one, with the rounds that an answer needs. Absent where there is one. */
export function PlanMoreButton({ experiment, declared }: PlanMoreButtonProps) {
  const again = useAgain(experiment);
  const [baseline] = experiment.configurations;
  if (experiment.kind === 'noise-floor' || !baseline || !canRunAgain(baseline.spec)) return null;
  const repeats = declared.map(repeatsFor);
  if (repeats.every(({ type }) => type === 'answered')) return null;
  const rounds = Math.max(0, ...repeats.map(roundsOf));
  return (
    <Allowed needs="operator">
      <Button
        look="primary"
        className="max-sm:min-h-11"
        onClick={() => again((draft) => (rounds === 0 ? draft : { ...draft, rounds: String(rounds) }))}
      >
        <FlaskConical aria-hidden className="size-3.5" />
        {rounds === 0 ? 'Change the design' : `Plan ${rounds} more rounds`}
      </Button>
    </Allowed>
  );
}

const roundsOf = (repeats: Repeats): number => ('rounds' in repeats ? repeats.rounds : 0);
