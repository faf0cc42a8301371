import type { Comparison } from '@contract/comparison';
import type { Run } from '@contract/run';
import type { HostSeries, RunSeries } from '@contract/samples';
import type { Span } from '@/charts/phases';
import type { Stretch } from '@/charts/stretch';
import type { StripView } from '@/charts/strip-spans';
import { finerOf } from '@/features/run/series/finer-query';
import {
  type HostMetric,
  type HostRole,
  hostSeriesOf,
  type OverlaidSeries,
  overlaid,
  stretchOf,
  stretchSpans,
} from './overlay';

/** By the id of each run. */
export type SeriesOfSides = Record<string, RunSeries | undefined>;

export interface ShownSide {
  run: Run;
  host: HostSeries;
  shown: Stretch;
}

interface SidesInput {
  comparison: Comparison;
  series: SeriesOfSides;
  role: HostRole;
  metric: Pick<HostMetric, 'id' | 'unit'> | undefined;
  row: number | null;
  order: number[];
}

export interface Side {
  runIndex: number;
  run: Run | undefined;
  hosts: HostSeries[];
  /** What stands at 0; null where that is not known. */
  stretch: Span | null;
  line: OverlaidSeries | null;
  why: string;
}

/** What there is to draw for each run, or why there is nothing. */
export function sidesOf({ comparison, series, role, metric, row, order }: SidesInput): Side[] {
  return order.map((runIndex): Side => {
    const run = comparison.runs[runIndex];
    const hosts = run ? hostSeriesOf(run, series[run.id], role) : [];
    const none = (why: string) => ({ runIndex, run, hosts, stretch: null, line: null, why });
    if (hosts.length === 0 || !metric) return none('no samples of this host');
    const stretch = stretchOf(comparison, runIndex, row, hosts[0]?.hostId);
    if (!stretch) return none(row === null ? 'no load was driven' : 'this step was not run');
    const line = overlaid(hosts, metric, stretch, runIndex);
    return { runIndex, run, hosts, stretch, line, why: line ? '' : NOT_SAMPLED };
  });
}

const NOT_SAMPLED = 'not sampled in this stretch';

/** The same sides, of finer rows where some have come: a short step may lie within one row of the whole run. */
export function finerSides(sides: Side[], metric: HostMetric, parts: SeriesOfSides): Side[] {
  return sides.map((side) => {
    const part = side.run && parts[side.run.id];
    if (!part || !side.stretch) return side;
    const line = overlaid(side.hosts, metric, side.stretch, side.runIndex, (host) => finerOf(host, part));
    return { ...side, line, why: line ? '' : NOT_SAMPLED };
  });
}

/** What is shown, by the clock of each run. */
export const shownOf = (sides: Side[], { fromUs, toUs }: Stretch): ShownSide[] =>
  sides.flatMap(({ run, hosts: [host], stretch }) =>
    run && host && stretch
      ? [{ run, host, shown: { fromUs: stretch.fromUs + fromUs, toUs: stretch.fromUs + toUs } }]
      : [],
  );

/** The clock of all runs; warm-ups and steps on it are those of the first run that is drawn. */
export function viewOf(comparison: Comparison, sides: Side[], row: number | null): StripView {
  const drawn = sides.some(({ line }) => line) ? sides.filter(({ line }) => line) : sides;
  const lengthUs = Math.max(1_000_000, ...drawn.map(({ stretch }) => (stretch ? stretch.toUs - stretch.fromUs : 0)));
  const first = drawn[0]?.runIndex ?? 0;
  const [run, stretch] = [comparison.runs[first], stretchOf(comparison, first, row)];
  return {
    spans: run && stretch ? stretchSpans(run, stretch) : { warmups: [], steps: [] },
    zeroUs: 0,
    fromUs: -1_000_000,
    toUs: lengthUs + 1_000_000,
    means: { label: row === null ? 'the load' : 'the step', fromUs: 0, toUs: lengthUs },
    newest: null,
  };
}
