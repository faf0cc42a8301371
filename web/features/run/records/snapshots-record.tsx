'use client';

import type { Run } from '@contract/run';
import type { RunSnapshots } from '@contract/tuning';
import { isTerminal } from '@rules/run/run-machine';
import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import { serverFirst } from '@/features/run/host-order';
import { SnapshotComparison } from '@/features/run/tuning/snapshot-comparison';
import { chosenSides, sidesOf } from '@/features/run/tuning/snapshot-sides';
import { useSnapshotSides } from '@/features/run/url-state';
import { QueryState } from '@/ui/query-state';

/** The whole state of everything that can be tuned, at two moments of the run. */
export function SnapshotsRecord({ run }: { run: Run }) {
  // Asked again when another one was taken, and not before.
  const taken = run.tuning.reduce((sum, { snapshots }) => sum + snapshots.length, 0);
  const read = useQuery({
    queryKey: ['snapshots', run.id, taken],
    queryFn: ({ signal }) => get('/api/v1/runs/:runId/snapshots', { path: { runId: run.id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  if (read.isError || !read.data) {
    return <QueryState query={read} what="the snapshots" rows={5} within="panel" />;
  }
  return <Read snapshots={{ hosts: serverFirst(read.data.hosts, run) }} over={isTerminal(run.state)} />;
}

function Read({ snapshots, over }: { snapshots: RunSnapshots; over: boolean }) {
  const [choice, setChoice] = useSnapshotSides();
  const sides = sidesOf(snapshots);
  const chosen = chosenSides(sides, choice.left, choice.right);
  if (!chosen)
    return (
      <p className="px-4 py-6 text-sm text-muted sm:px-5">
        {over
          ? 'No snapshot was taken: the run ended before its hosts were tuned, or its agents are from before there were any.'
          : 'No snapshot was taken yet. The first comes before the hosts are tuned.'}
      </p>
    );
  return <SnapshotComparison sides={sides} chosen={chosen} choose={setChoice} />;
}
