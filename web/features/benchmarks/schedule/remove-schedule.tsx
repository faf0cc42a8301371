'use client';

import { Confirm } from '@/ui/dialog';
import { useRemoveSchedule } from './schedule-query';

export function RemoveSchedule({ benchmarkId, onClose }: { benchmarkId: string; onClose: () => void }) {
  const act = useRemoveSchedule(benchmarkId);
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Remove the schedule?"
      action="Remove the schedule"
      acting="Removing …"
      back="Keep it"
      act={act}
      onConfirm={() => act.mutate(undefined, { onSuccess: onClose })}
    >
      <p>What is being measured goes on, and what became of each time stays. You can set another one.</p>
    </Confirm>
  );
}
