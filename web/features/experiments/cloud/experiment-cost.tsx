'use client';

import type { CreateLaunch } from '@contract/launch';
import { experimentCostLines, runsOf } from '@rules/launch/experiment-cost';
import { formatUsd, mostOf } from '@rules/launch/launch-cost';
import { formatCount } from '@rules/words/numbers';
import { useExperimentDraft } from '@/features/experiments/form/experiment-form';
import { type ExperimentReading, experimentField } from '@/features/experiments/form/read-experiment';
import { LaunchCost } from '@/features/new-run/cloud/launch-cost';
import { Why } from '@/ui/why';

interface ExperimentCostProps {
  asked: CreateLaunch;
  body: ExperimentReading['body'];
  configurations: number;
}

/** What the hosts cost for all rounds together, before anything is launched. */
export function ExperimentCost({ asked, body, configurations }: ExperimentCostProps) {
  const { errorAt } = useExperimentDraft();
  const { spec, plannedMinutes } = asked;
  const planned = { rounds: body.rounds, furtherRounds: body.extensionRounds, configurations, plannedMinutes };
  return (
    <LaunchCost asked={asked} hasField={({ path }) => errorAt(experimentField(path) ?? '') !== undefined}>
      {(price) => (
        <div>
          <p className="text-2xl font-semibold tracking-tight tabular-nums">
            {formatUsd(price.plannedMicroUsd)}{' '}
            <span className="text-sm font-normal text-muted">for all {formatCount(runsOf(planned))} runs</span>
          </p>
          <p className="text-sm">
            {/* A budget that is less is refused. */}
            {price.plannedMicroUsd <= mostOf(price, spec) &&
              `${formatUsd(mostOf(price, spec))} at most for the whole experiment, `}
            {formatUsd(price.microUsdPerHour)} per hour
          </p>
          <Why>
            <ul className="mt-1 grid gap-1 text-xs text-muted">
              {experimentCostLines(planned, price, spec).map((line) => (
                <li key={line}>{line}</li>
              ))}
              <li>Instances alone, without disks, traffic and taxes.</li>
            </ul>
          </Why>
        </div>
      )}
    </LaunchCost>
  );
}
