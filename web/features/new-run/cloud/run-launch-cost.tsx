'use client';

import type { CreateLaunch } from '@contract/launch';
import { formatUsd, mostOf } from '@rules/launch/launch-cost';
import { formatDuration } from '@rules/words/durations';
import { draftField } from '@/features/draft/draft-field';
import { useDraft } from '@/features/new-run/draft-form';
import { LaunchCost } from './launch-cost';

// Loaded with the price: it is to be shown when the server does not answer, too.
export { HeldLaunch } from './held-launch';

/** What the hosts of the run cost and need. */
export function RunLaunchCost({ asked }: { asked: CreateLaunch }) {
  const { draft, faults } = useDraft();
  if (faults.hardware !== undefined) return null;
  const { plannedMinutes, spec } = asked;
  return (
    <LaunchCost asked={asked} hasField={({ path }) => draftField(path, draft) !== null}>
      {(price) => (
        <div>
          <p className="text-2xl font-semibold tracking-tight tabular-nums">
            {formatUsd(price.microUsdPerHour)} <span className="text-sm font-normal text-muted">per hour</span>
          </p>
          <p className="text-sm">
            {formatUsd(price.plannedMicroUsd)} for {formatDuration(plannedMinutes * 60)},{' '}
            {formatUsd(mostOf(price, spec))} at most
          </p>
          <p className="text-xs text-muted">Instances alone, without disks, traffic and taxes.</p>
        </div>
      )}
    </LaunchCost>
  );
}
