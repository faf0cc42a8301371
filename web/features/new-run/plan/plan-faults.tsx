'use client';

import type { TuningSide } from '@/features/draft/tuning-changes';
import { useDraft } from '@/features/new-run/draft-form';
import { isPlanRefused } from '@/features/new-run/tuning/tuning-plan-error';
import { useOwnPlan } from '@/features/new-run/tuning/tuning-plan-query';
import { Notice } from '@/ui/notice';

/** What agents would refuse of the settings, beside the other things that stand in the way. */
export function PlanFaults() {
  const { draft, apart } = useDraft();
  return (
    <>
      {draft.target.kind !== 'external' && <PlanFault side="server" hostId={draft.serverHostId} />}
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
