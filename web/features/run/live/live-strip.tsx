'use client';

import type { Run } from '@contract/run';
import type { HostSeries, RunSeries } from '@contract/samples';
import { newestLabel } from '@rules/run/live-words';
import { stateLabel } from '@rules/run/run-words';
import { useMemo } from 'react';
import { phasesOf, spansOnHost } from '@/charts/phases';
import { drawnColumn } from '@/charts/series';
import type { Stretch } from '@/charts/stretch';
import { StripChart } from '@/charts/strip-chart';
import type { PaintedLine } from '@/charts/strip-plot';
import type { StripView } from '@/charts/strip-spans';
import { serverFirst } from '@/features/run/host-order';
import { notesOn } from '@/features/run/series/annotation-marks';
import type { FinerStrips } from '@/features/run/series/finer-series';
import { useLinkedStrip, useStripClock, useZoomOn } from '@/features/run/series/linked-strips';
import { formatOffset } from '@/lib/time';
import { useIsPresent } from './is-present';

const HALF_PX = 80;

interface LiveStripProps {
  run: Run;
  series: RunSeries | undefined;
  /** Absent where all readings are there. */
  finer?: FinerStrips | undefined;
}

/** Throughput and CPU over time, 160 px together, with the steps and where the run changed its state. */
export function LiveStrip({ run, series, finer }: LiveStripProps) {
  const sampled = series?.hosts.filter(({ timesUs }) => timesUs.length > 0) ?? [];
  const host = serverFirst(sampled, run)[0];
  if (!host) return <p className="text-sm text-muted">Throughput and CPU are drawn here with the first samples.</p>;
  return <Strips run={run} host={host} finer={finer} />;
}

function Strips({ run, host, finer }: Omit<LiveStripProps, 'series'> & { host: HostSeries }) {
  const zoom = useZoomOn(host.hostId);
  const { zeroUs } = useStripClock(host.hostId);
  const isPresent = useIsPresent(host.timesUs.at(-1) ?? 0, run.spec.samplesPerSecond ?? 1);
  const newest = newestLabel(run.state, isPresent);
  const view = useMemo(() => viewOf(run, host, zeroUs, { zoom, newest }), [run, host, zeroUs, zoom, newest]);
  const halves = (drawn: HostSeries) => <Halves host={drawn} view={view} />;
  return (
    <div className="grid min-w-0 gap-1">
      {finer ? finer({ host, view, children: halves }) : halves(host)}
      <Events run={run} zeroUs={view.zeroUs} />
    </div>
  );
}

function Halves({ host, view }: { host: HostSeries; view: StripView }) {
  const { cursorUs, onCursor, picks } = useLinkedStrip(host.hostId);
  const cursor = { cursorUs, onCursor, picks };
  const rate = useMemo(() => linesOf(host, 'requestsPerSecond', 'req/s', 'server'), [host]);
  const cpu = useMemo(() => linesOf(host, 'cpuBusyPercent', 'host CPU', 'client'), [host]);
  return (
    <>
      {rate && <StripChart title="Served" unit="req/s" lines={rate} view={view} height={HALF_PX} {...cursor} />}
      {cpu && <StripChart title="CPU busy" unit="%" lines={cpu} view={view} height={HALF_PX} {...cursor} />}
    </>
  );
}

function linesOf(host: HostSeries, name: string, label: string, ink: 'server' | 'client'): PaintedLine[] | null {
  const drawn = drawnColumn(host, name);
  if (!drawn.values.some((value) => value !== null)) return null;
  return [{ line: { name, label, ink, stroke: 'solid', fill: null }, ...drawn }];
}

function viewOf(
  run: Run,
  host: HostSeries,
  zeroUs: number,
  { zoom, newest }: Pick<StripView, 'newest'> & { zoom: Stretch | null },
): StripView {
  const lastUs = host.timesUs.at(-1) ?? 0;
  return {
    spans: spansOnHost(run, host.hostId, Math.max(lastUs, run.endedAtUs ?? 0)),
    zeroUs,
    fromUs: Math.min(zeroUs, lastUs),
    toUs: Math.max(lastUs, zeroUs + 10_000_000),
    notes: notesOn(run, host.hostId),
    means: null,
    newest: !zoom || zoom.toUs >= lastUs ? newest : null,
    ...zoom,
  };
}

const EVENTS = 3;

/** What happened last, besides the steps that the strips show. */
function Events({ run, zeroUs }: { run: Run; zeroUs: number }) {
  const last = phasesOf(run.transitions)
    .filter(({ state }) => state !== 'warming' && state !== 'measuring' && state !== 'cooling')
    .slice(-EVENTS);
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-muted">
      {last.map(({ state, fromUs, note }) => (
        <span key={`${state} ${fromUs}`} title={note ?? undefined}>
          {formatOffset((fromUs - zeroUs) / 1e6)} {stateLabel(state)}
        </span>
      ))}
    </p>
  );
}
