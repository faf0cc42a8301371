import type { Run } from '@contract/run';
import { formatDurationUs } from '@rules/words/durations';
import type { LinkedStrip } from './linked-strips';

/** How near a cursor of another host stands here: no two hosts share a clock. Its room is kept, so that nothing moves. */
export function CursorFrom({ run, hostId, linked: { from } }: { run: Run; hostId: string; linked: LinkedStrip }) {
  return (
    <p className="mb-2 min-h-[1.125rem] text-xs text-muted print:hidden">{from ? sentenceOf(run, hostId, from) : ''}</p>
  );
}

function sentenceOf(run: Run, hostId: string, { hostId: other, shift }: NonNullable<LinkedStrip['from']>): string {
  const nameOf = (id: string): string => run.hosts.find((host) => host.hostId === id)?.name ?? 'host';
  if (!shift || shift.stepIndex === null)
    return `Cursor of ${nameOf(other)}, at the same clock time. No step lines its clock up with that of ${nameOf(hostId)}.`;
  return `Cursor of ${nameOf(other)}, lined up by the load of step ${shift.stepIndex + 1}: within ${formatDurationUs(shift.withinUs)}.`;
}
