import type { ComparedStep, Comparison, Deltas, ShownResult } from '@contract/comparison';
import type { Point } from '@contract/point';
import type { RunStep } from '@contract/step';
import { resolutionText } from '@rules/load/latency-resolution';
import { whyNoCpuPerRequest, whyNoPercentile } from '@rules/load/why-absent';
import { WHY_NOT_MEASURED } from '@rules/run/run-words';
import { formatCount, formatDifference, formatLatencyMs, formatSignificant } from '@rules/words/numbers';
import { lowered } from '@rules/words/text';
import { latencyText } from '@/lib/latency-text';

/** What figures are taken from: a point, or what is kept of one of an experiment's. */
type FigurePoint = NonNullable<ShownResult['runs'][number]['steps'][number]['point']>;

export interface ComparedFigure {
  key: keyof Deltas;
  label: string;
  unit: string;
  of: (point: FigurePoint) => number | null;
  text: (value: number, point: FigurePoint) => string;
  latency: boolean;
  /** Said in the place of a value that clients do not have in common. */
  range?: (point: Point) => string | null;
  /** Why a measured step may lack it. */
  absent: (point: Point, imported: boolean) => string;
}

const latencyFigure = (key: 'latencyMsP50' | 'latencyMsP99', percentile: 'p50' | 'p99'): ComparedFigure => ({
  key,
  label: percentile,
  unit: 'ms',
  of: (point) => point.latencyMs[percentile],
  text: (value, point) => formatLatencyMs(value, point.latencyMs.resolutionUs),
  latency: true,
  range: (point) => latencyText(point, percentile),
  absent: (point, imported) => whyNoPercentile(point, percentile, imported),
});

const cpuFigure = (key: 'serverCpuUsPerRequest' | 'clientCpuUsPerRequest', label: string): ComparedFigure => ({
  key,
  label,
  unit: 'µs/req',
  of: (point) => point[key],
  text: (value) => formatSignificant(value),
  latency: false,
  absent: (point, imported) =>
    whyNoCpuPerRequest(key === 'serverCpuUsPerRequest' ? point.serverCpus : point.clientCpus, imported),
});

export const FIGURES: ComparedFigure[] = [
  {
    key: 'requestsPerSecond',
    label: 'throughput',
    unit: 'req/s',
    of: (point) => point.requestsPerSecond,
    text: (value) => formatCount(value),
    latency: false,
    absent: () => 'Not measured',
  },
  latencyFigure('latencyMsP50', 'p50'),
  latencyFigure('latencyMsP99', 'p99'),
  cpuFigure('serverCpuUsPerRequest', 'server CPU'),
  cpuFigure('clientCpuUsPerRequest', 'client CPU'),
];

/** A value to show, or why there is none. */
export type Told = { text: string; why?: undefined } | { text: null; why: string };

const none = (why: string): Told => ({ text: null, why });

/** A run's step in a comparison, or in what is kept of an experiment's. */
export function stepOf<S>(
  comparison: { runs: { steps: S[] }[] },
  row: Pick<ComparedStep, 'cells'>,
  runIndex: number,
): S | null {
  return comparison.runs[runIndex]?.steps[row.cells[runIndex]?.stepIndex ?? -1] ?? null;
}

export const isImported = ({ runs }: Comparison, runIndex: number): boolean => runs[runIndex]?.imported != null;

export function valueTold(figure: ComparedFigure, step: RunStep | null, imported = false): Told {
  if (!step) return none('This run has no such step');
  if (!step.point) return none(WHY_NOT_MEASURED[step.status]);
  const value = figure.of(step.point);
  if (value !== null) return { text: figure.text(value, step.point) };
  const range = figure.range?.(step.point) ?? null;
  return range === null ? none(figure.absent(step.point, imported)) : { text: range };
}

/** The difference to the baseline, or why none is shown. */
export function deltaTold(comparison: Comparison, row: ComparedStep, runIndex: number, figure: ComparedFigure): Told {
  const baselineIndex = comparison.runs.findIndex(({ id }) => id === comparison.baselineRunId);
  if (runIndex === baselineIndex) return none('This is the baseline');
  const delta = row.cells[runIndex]?.deltas?.[figure.key] ?? null;
  if (delta !== null) return { text: formatDifference(delta) };
  const [from, to] = [baselineIndex, runIndex].map((index) => stepOf(comparison, row, index));
  const importedAt = (index: number): boolean => isImported(comparison, index);
  const there = valueTold(figure, to ?? null, importedAt(runIndex));
  if (there.text === null) return there;
  const base = valueTold(figure, from ?? null, importedAt(baselineIndex));
  if (base.text === null) return none(`The baseline has none to compare with: ${lowered(base.why)}`);
  return none(
    figure.latency && from?.point && to?.point
      ? whyNoLatency(figure, from.point, to.point)
      : 'The baseline is 0: no ratio',
  );
}

function whyNoLatency(figure: ComparedFigure, from: Point, to: Point): string {
  if (from.latencyMs.loop !== to.latencyMs.loop) return 'Latencies of different kinds are not compared';
  if (from.latencyRangeMs || to.latencyRangeMs) return 'Clients without a common percentile are not compared';
  const us = Math.max(from.latencyMs.resolutionUs, to.latencyMs.resolutionUs);
  const apartMs = Math.abs((figure.of(to) ?? 0) - (figure.of(from) ?? 0));
  return `Difference ${apartMs * 1000 < us ? 'below' : 'too close to'} the tool’s ${resolutionText(us)} resolution`;
}
