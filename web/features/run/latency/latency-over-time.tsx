'use client';

import type { RunLatencyOverTime, StepLatencyOverTime } from '@contract/latency-over-time';
import type { Run } from '@contract/run';
import { LATENCY_NOT_IN_SOURCE, LATENCY_NOT_KEPT, whyNoLatencyOverTime } from '@rules/load/latency-over-time-words';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { get } from '@/api/client';
import { useLinkedStrip, useReference } from '@/features/run/series/linked-strips';
import { useStripWindow } from '@/features/run/series/strip-window';
import { ZoomBar } from '@/features/run/series/zoom-bar';
import { useOverTimeTable, useStepChoice } from '@/features/run/url-state';
import { LOOP_TEXT } from '@/lib/target-text';
import { useSeen } from '@/ui/browser/seen';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Panel } from '@/ui/panel';
import { PictureSkeleton } from '@/ui/skeleton';
import { onHostClock } from './latency-clock';
import { latencyMapOf } from './latency-map';
import { LatencyPicture } from './latency-picture';
import { leftOut, whyUntold } from './latency-untold';

const WAITING = <PictureSkeleton of="Latency over time" className="h-80" />;

/** How latency went while a run was measured. Read once it comes into view. */
export function LatencyOverTime({ run }: { run: Run }) {
  const [ref, seen] = useSeen<HTMLDivElement>();
  if (run.stepsMeasured === 0) return null;
  const why = whyNoLatencyOverTime(run);
  if (why) return <Line>{why}</Line>;
  return <div ref={ref}>{seen ? <Read run={run} /> : WAITING}</div>;
}

/** The same of a frozen copy, which holds it. */
export function FrozenLatencyOverTime({ run, told }: { run: Run; told: RunLatencyOverTime | undefined }) {
  const stepIndex = useLatencyStep(run);
  const shown = useMemo(() => stepsOf(told, stepIndex), [told, stepIndex]);
  if (run.stepsMeasured === 0) return null;
  if (!told) return <Line>{whyNoLatencyOverTime(run) ?? LATENCY_NOT_KEPT}</Line>;
  return <Drawn run={run} stepIndex={stepIndex} steps={shown} />;
}

const stepsOf = (told: RunLatencyOverTime | undefined, stepIndex: number | undefined): StepLatencyOverTime[] =>
  told?.steps.filter((step) => stepIndex === undefined || step.stepIndex === stepIndex) ?? [];

/** The step that is chosen, or the only one that is zoomed to: of one there are shorter intervals than of all. */
function useLatencyStep(run: Run): number | undefined {
  const [choice] = useStepChoice();
  const { hostId, lastUs } = useReference();
  const { spans, fromUs, toUs } = useStripWindow(run, hostId, lastUs);
  if (choice !== null) return choice - 1;
  const touched = new Set(
    spans.steps.filter((span) => span.fromUs < toUs && span.toUs > fromUs).map(({ stepIndex }) => stepIndex),
  );
  return touched.size === 1 && spans.steps.length > 1 ? [...touched][0] : undefined;
}

function Read({ run }: { run: Run }) {
  const stepIndex = useLatencyStep(run);
  const read = useQuery({
    queryKey: ['latency-over-time', run.id, stepIndex],
    queryFn: ({ signal }) =>
      get('/api/v1/runs/:runId/latency-over-time', { path: { runId: run.id }, query: { stepIndex }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  if (read.isError && !read.data) {
    return (
      <ErrorNotice title="Latency over time could not be loaded" error={read.error} retry={() => void read.refetch()} />
    );
  }
  if (!read.data) return WAITING;
  const { steps } = read.data;
  if (run.imported && steps.length === 0) return <Line>{LATENCY_NOT_IN_SOURCE}</Line>;
  return <Drawn run={run} stepIndex={stepIndex} steps={steps} />;
}

interface DrawnProps {
  run: Run;
  /** The only step that is shown; absent: all. */
  stepIndex: number | undefined;
  steps: StepLatencyOverTime[];
}

/** On the time and under the cursor of the strips of the first host. */
function Drawn({ run, stepIndex, steps }: DrawnProps) {
  const [table, setTable] = useOverTimeTable();
  const reference = useReference();
  const { hostId } = reference;
  const drawn = useMemo(() => latencyMapOf(onHostClock(run, hostId, steps)), [run, hostId, steps]);
  const lastUs = reference.lastUs || (drawn?.columns.at(-1)?.toUs ?? 0);
  const view = useStripWindow(run, hostId, lastUs);
  const linked = useLinkedStrip(hostId);
  if (!drawn) return <Line>{`Latency over time: ${whyUntold(run, stepIndex)}`}</Line>;
  const omitted = stepIndex === undefined ? leftOut(run, steps) : null;
  const told = new Set(steps.map((step) => step.stepIndex));
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
      <ZoomBar run={run} hostId={hostId} view={view} linked={linked} />
      <LatencyPicture {...{ steps, drawn, view, linked }} table={table !== null} />
      {omitted && <p className="mt-1 text-xs text-muted">{omitted}</p>}
    </Panel>
  );
}

const Line = ({ children }: { children: string }) => (
  <p className="rounded-panel border border-line bg-panel px-4 py-2.5 text-sm text-muted sm:px-5">{children}</p>
);
