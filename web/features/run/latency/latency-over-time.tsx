'use client';

import type { Run } from '@contract/run';
import { isTerminal } from '@rules/run/run-machine';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { get } from '@/api/client';
import { useOverTimeTable, useStepChoice } from '@/features/run/url-state';
import { LOOP_TEXT } from '@/lib/target-text';
import { useSeen } from '@/ui/browser/seen';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Panel } from '@/ui/panel';
import { Skeleton } from '@/ui/skeleton';
import { latencyMapOf } from './latency-map';
import { LatencyPicture } from './latency-picture';
import { leftOut, whyUntold } from './latency-untold';

/** How latency went while a run was measured. Read once it comes into view. */
export function LatencyOverTime({ run }: { run: Run }) {
  const [ref, seen] = useSeen<HTMLDivElement>();
  if (run.stepsMeasured === 0) return null;
  const why = whyNone(run);
  if (why) return <Line>{why}</Line>;
  return <div ref={ref}>{seen ? <Read run={run} /> : <Skeleton className="h-80" />}</div>;
}

function whyNone({ spec, state, imported }: Run): string | null {
  if (spec.load.tool !== 'volley') return 'Latency over time: only volley reports latency by the second.';
  if (imported) return 'Latency over time: its source has none.';
  return isTerminal(state) ? null : 'Latency over time: drawn when the run is over.';
}

function Read({ run }: { run: Run }) {
  const [choice] = useStepChoice();
  const [table, setTable] = useOverTimeTable();
  const stepIndex = choice === null ? undefined : choice - 1;
  const read = useQuery({
    queryKey: ['latency-over-time', run.id, stepIndex],
    queryFn: ({ signal }) =>
      get('/api/v1/runs/:runId/latency-over-time', { path: { runId: run.id }, query: { stepIndex }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const drawn = useMemo(() => latencyMapOf(read.data?.steps ?? []), [read.data]);
  if (read.isError && !read.data) {
    return (
      <ErrorNotice title="Latency over time could not be loaded" error={read.error} retry={() => void read.refetch()} />
    );
  }
  if (!read.data) return <Skeleton className="h-80" />;
  if (!drawn) return <Line>{`Latency over time: ${whyUntold(run, stepIndex)}`}</Line>;
  const omitted = stepIndex === undefined ? leftOut(run, read.data.steps) : null;
  const told = new Set(read.data.steps.map((step) => step.stepIndex));
  const kinds = run.steps.flatMap(({ index, point }) =>
    point && told.has(index) ? LOOP_TEXT[point.latencyMs.loop] : [],
  );
  return (
    <Panel
      title="Latency over time"
      aside={[...new Set(kinds)].join(' or ')}
      actions={
        <Button
          className="print:hidden"
          aria-pressed={table !== null}
          onClick={() => setTable(table === null ? 'shown' : null)}
        >
          Intervals as table
        </Button>
      }
    >
      <LatencyPicture run={run} steps={read.data.steps} drawn={drawn} table={table !== null} />
      {omitted && <p className="mt-1 text-xs text-muted">{omitted}</p>}
    </Panel>
  );
}

const Line = ({ children }: { children: string }) => (
  <p className="rounded-panel border border-line bg-panel px-4 py-2.5 text-sm text-muted sm:px-5">{children}</p>
);
