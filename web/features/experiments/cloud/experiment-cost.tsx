'use client';

import type { CreateLaunch, LaunchPrice } from '@contract/launch';
import { experimentTakes, runsOf } from '@rules/launch/experiment-cost';
import { formatUsd, mostOf } from '@rules/launch/launch-cost';
import { formatCount } from '@rules/words/numbers';
import type { ExperimentReading } from '@/features/experiments/form/read-experiment';
import { LaunchCost } from '@/features/new-run/cloud/launch-cost';
import { LikelyCost } from '@/features/new-run/cloud/likely-cost';

interface ExperimentCostProps {
  asked: CreateLaunch;
  body: ExperimentReading['body'];
  configurations: number;
}

/** What the hosts cost for all rounds together, before anything is launched. */
export function ExperimentCost({ asked, body, configurations }: ExperimentCostProps) {
  const { spec, plannedMinutes } = asked;
  const planned = { rounds: body.rounds, furtherRounds: body.extensionRounds, configurations, plannedMinutes };
  return (
    <LaunchCost asked={asked}>
      {(price) => (
        <LikelyCost
          asked={asked}
          price={price}
          buys={`for all ${formatCount(runsOf(planned))} runs`}
          takes={experimentTakes(planned)}
          bounds={boundsOf(price, spec)}
        />
      )}
    </LaunchCost>
  );
}

/** A budget that is less than the planned time costs is refused. */
function boundsOf(price: LaunchPrice, spec: CreateLaunch['spec']): string {
  const hourly = `${formatUsd(price.microUsdPerHour)} per hour`;
  const most = mostOf(price, spec);
  return price.plannedMicroUsd <= most ? `${formatUsd(most)} at most for the whole experiment, ${hourly}` : hourly;
}
