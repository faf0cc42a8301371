'use client';

import { Notice } from '@/components/notice';
import type { TuningSide } from '@/lib/tuning-changes';
import { useDraft } from './draft-form';
import { isPlanRefused } from './tuning-plan-error';
import { useOwnPlan } from './tuning-plan-query';

/** What agents would refuse of the settings, beside the other things that stand in the way. */
export function PlanFaults() {
  const { draft, apart } = useDraft();
  return (
    <>
      <PlanFault side="server" hostId={draft.serverHostId} />
      {apart.map((hostId) => (
        <PlanFault key={hostId} side="clients" hostId={hostId} />
      ))}
    </>
  );
}

function PlanFault({ side, hostId }: { side: TuningSide; hostId: string }) {
  const { labelOf } = useDraft();
  const { error, unreadable, nothing } = useOwnPlan(side, hostId);
  if (unreadable || nothing || error === null) return null;
  const label = labelOf(hostId);
  if (isPlanRefused(error))
    return (
      <Notice kind="bad" title={`${label} would refuse the run`}>
        {error.detail}
      </Notice>
    );
  return (
    <Notice kind="warn" title={`What ${label} would write is not known`}>
      {error instanceof Error ? error.message : 'Something unforeseen happened.'}
    </Notice>
  );
}
