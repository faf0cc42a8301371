'use client';

import { MAX_MAP_COLUMNS } from '@contract/cpu-work';
import type { Run } from '@contract/run';
import type { HostSeries } from '@contract/samples';
import { isTerminal } from '@rules/run/run-machine';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { get } from '@/api/client';
import type { StripView } from '@/charts/strip-spans';
import type { TimePicks } from '@/charts/time-drag';
import { useStepChoice, useZoom } from '@/features/run/url-state';
import { useSeen } from '@/ui/browser/seen';
import { ErrorNotice } from '@/ui/error-notice';
import { PictureSkeleton } from '@/ui/skeleton';
import { CpuMapPicture } from './cpu-map-picture';
import { InterruptMatrix } from './interrupt-matrix';
import { interruptsOf } from './interrupts';

interface CpuPicturesProps {
  run: Run;
  host: HostSeries;
  view: StripView;
  cursorUs: number | null;
  onCursor: (cursorUs: number | null) => void;
  picks: TimePicks;
}

const WAITING = <PictureSkeleton of="CPU map and interrupts" className="h-40" />;

/** What each CPU of a host did, and which of them took the interrupts of its NICs. Read once they come into view. */
export function CpuPictures(props: CpuPicturesProps) {
  const [ref, seen] = useSeen<HTMLDivElement>();
  if (!isTerminal(props.run.state)) return <Line>CPU map and interrupts: drawn when the run is over.</Line>;
  return (
    <div ref={ref} className="grid min-w-0 gap-5">
      {seen ? <Read {...props} /> : WAITING}
    </div>
  );
}

const Line = ({ children }: { children: string }) => <p className="text-sm text-muted">{children}</p>;

function Read({ run, host: { hostId, timesUs }, view, ...cursor }: CpuPicturesProps) {
  const [step] = useStepChoice();
  const [zoom] = useZoom();
  const zoomed = zoom !== null;
  const shown = useMemo(() => stepsShown(view, step, zoomed), [view, step, zoomed]);
  const whole = view.fromUs <= (timesUs[0] ?? 0) && view.toUs >= (timesUs.at(-1) ?? 0);
  const range = whole ? {} : { fromUs: Math.floor(view.fromUs), toUs: Math.ceil(view.toUs) };
  const map = useQuery({
    queryKey: ['cpu-map', run.id, hostId, range],
    queryFn: ({ signal }) =>
      get('/api/v1/runs/:runId/hosts/:hostId/cpu-map', {
        path: { runId: run.id, hostId },
        query: { columns: MAX_MAP_COLUMNS, ...range },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const counted = useQuery({
    queryKey: ['interrupts', run.id],
    queryFn: ({ signal }) => get('/api/v1/runs/:runId/interrupts', { path: { runId: run.id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const interrupts = useMemo(
    () => (counted.data ? interruptsOf(counted.data, hostId, shown) : null),
    [counted.data, hostId, shown],
  );
  const facts = run.hosts.find((one) => one.hostId === hostId)?.facts ?? null;
  const failed = [map, counted].find(({ isError, data }) => isError && !data);
  if (failed) {
    return (
      <ErrorNotice
        title="The pictures of CPUs could not be loaded"
        error={failed.error}
        retry={() => void failed.refetch()}
      />
    );
  }
  if (!map.data || !counted.data) return WAITING;
  const ink = hostId === run.spec.server?.hostId ? '--server' : '--client';
  return (
    <>
      {map.data.cpus.length === 0 ? (
        <Line>CPU map: this run has no readings of single CPUs.</Line>
      ) : (
        <CpuMapPicture
          data={map.data}
          nodes={facts?.numaNodes ?? []}
          interrupts={interrupts}
          ink={ink}
          view={view}
          {...cursor}
        />
      )}
      {interrupts && interrupts.perSecond > 0 ? (
        <InterruptMatrix interrupts={interrupts} ink={ink} over={timeOf(shown)} />
      ) : (
        <Line>
          {shown?.length === 0
            ? 'NIC interrupts: they are counted by step, and no step lies in this stretch.'
            : 'NIC interrupts: none were counted on this host.'}
        </Line>
      )}
    </>
  );
}

/** The steps whose interrupts are drawn: they are counted by step, so a zoom takes every step that it touches. Null: all. */
function stepsShown({ spans, fromUs, toUs }: StripView, step: number | null, zoomed: boolean): number[] | null {
  if (!zoomed) return step === null ? null : [step - 1];
  const touched = spans.steps.filter((span) => span.fromUs < toUs && span.toUs > fromUs);
  return [...new Set(touched.map(({ stepIndex }) => stepIndex))];
}

function timeOf(steps: number[] | null): string {
  if (steps === null) return 'the measured time';
  const [first, last] = [(steps[0] ?? 0) + 1, (steps.at(-1) ?? 0) + 1];
  return first === last ? `step ${first}` : `steps ${first} to ${last}`;
}
