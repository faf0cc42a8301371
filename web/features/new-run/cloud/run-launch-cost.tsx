'use client';

import type { CreateLaunch } from '@contract/launch';
import { formatUsd, mostOf } from '@rules/launch/launch-cost';
import { likelyMicroUsd } from '@rules/launch/likely-cost';
import { formatDuration } from '@rules/words/durations';
import { useDraft } from '@/features/new-run/draft-form';
import { LaunchCost, RefusedAtButton } from './launch-cost';
import { faultsOf, useLaunchPreview } from './launch-preview-query';
import { LikelyCost } from './likely-cost';

// Loaded with the price: it is to be shown when the server does not answer, too.
export { HeldLaunch } from './held-launch';

/** What the hosts of the run cost and need. */
export function RunLaunchCost({ asked }: { asked: CreateLaunch }) {
  const { faults } = useDraft();
  if (faults.hardware !== undefined) return null;
  const { plannedMinutes, spec } = asked;
  return (
    <LaunchCost asked={asked}>
      {(price) => (
        <LikelyCost
          asked={asked}
          price={price}
          buys="for this run"
          takes={`The run takes about ${formatDuration(plannedMinutes * 60)}.`}
          bounds={`${formatUsd(mostOf(price, spec))} at most, ${formatUsd(price.microUsdPerHour)} per hour`}
        />
      )}
    </LaunchCost>
  );
}

/** At the button: that the launch would be refused; on a phone, where the price stands far above, what it costs. */
export function LaunchAtButton({ asked }: { asked: CreateLaunch }) {
  const { faults } = useDraft();
  const readable = faults.hardware === undefined ? asked : null;
  const { preview } = useLaunchPreview(readable);
  if (!preview) return null;
  if (faultsOf(preview).length > 0) return <RefusedAtButton asked={readable} />;
  const { price, adoptsLaunchId } = preview;
  if (!price || adoptsLaunchId !== null) return null;
  return (
    <p className="text-xs text-muted tabular-nums sm:hidden">
      EC2: about {formatUsd(likelyMicroUsd({ ...asked, price }))} for this run, {formatUsd(price.microUsdPerHour)} per
      hour
    </p>
  );
}
