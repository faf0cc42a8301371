import type { ShownResult } from '@contract/comparison';
import type { AskedStep } from '@contract/load';
import type { LatencyMs } from '@contract/point';
import { formatTick } from '@rules/words/numbers';
import { rampPositions } from '@/charts/chart-maths';
import { type ComparedFigure, stepOf } from '@/features/compare/outcomes/deltas';
import { markOfRun } from '@/features/compare/outcomes/outcomes';
import { askedOf, type Varies, variesOf } from '@/lib/ramp';
import { type WallLetter, wallLetter } from '@/lib/wall-letter';

/** A place on the axis that all curves share: one compared step. */
export interface CurveColumn {
  row: number;
  x: number;
  label: string;
}

export interface CurvePoint {
  row: number;
  value: number;
  text: string;
  /** The kind of its latencies: a line joins only points of one kind. */
  kind: LatencyMs['loop'];
  /** What limited it, as a letter; null where it was not judged. */
  wall: WallLetter | null;
  /** What the tool can tell apart, in µs. */
  resolutionUs: number;
  /** Of several runs: the lowest and the highest of them. */
  range?: { low: number; high: number; runs: number } | null;
}

export interface Curve {
  runIndex: number;
  /** What it is called; without it, its run's letter. */
  label?: string;
  /** The mark that it is drawn by: repeats of one configuration have one. */
  mark: number;
  points: CurvePoint[];
}

/**
 * What the compared steps vary. When they vary several things, or ask for one load several times, no single number says
 * where a step stands: then they stand one after the other, the lightest load first.
 */
export function axisOf(specs: AskedStep[]): Varies {
  const varies = variesOf(specs);
  if (varies === 'step') return 'step';
  return new Set(specs.map((spec) => askedOf(spec, varies))).size === specs.length ? varies : 'step';
}

/** The columns of the axis from left to right. */
export function columnsOf({ steps }: ShownResult): { axis: Varies; columns: CurveColumn[] } {
  const specs = steps.map(({ spec }) => spec);
  const axis = axisOf(specs);
  const columns = specs.map((spec, row) => ({
    row,
    x: axis === 'step' ? row : (askedOf(spec, axis) ?? 0),
    label: axis === 'step' ? loadLabel(spec) : formatTick(askedOf(spec, axis) ?? 0),
  }));
  const weights = specs.map(weightOf);
  columns.sort((a, b) => heavier(weights[a.row] ?? [], weights[b.row] ?? []) || a.row - b.row);
  return { axis, columns };
}

/** What makes a load heavier than another, the weightiest first; closed loops stand before open ones. */
const weightOf = (spec: AskedStep): number[] =>
  spec.loop === 'closed'
    ? [0, spec.connections ?? 0, spec.pipelining ?? 0, spec.toolWorkers ?? 0]
    : [1, spec.requestsPerSecond ?? 0, spec.connections ?? 0, spec.toolWorkers ?? 0];

function heavier(a: number[], b: number[]): number {
  for (const [i, weight] of a.entries()) if (weight !== b[i]) return weight - (b[i] ?? 0);
  return 0;
}

function loadLabel(spec: AskedStep): string {
  if (spec.loop === 'open') return spec.requestsPerSecond === null ? '?' : `${formatTick(spec.requestsPerSecond)}/s`;
  const { connections, pipelining } = spec;
  if (connections === null) return '?';
  return pipelining !== null && pipelining > 1
    ? `${formatTick(connections)} × ${formatTick(pipelining)}`
    : formatTick(connections);
}

/** One after the other evenly; counts on a log axis. */
export function positionsOf(axis: Varies, columns: CurveColumn[], from: number, to: number): number[] {
  if (axis !== 'step')
    return rampPositions(
      columns.map(({ x }) => x),
      from,
      to,
    );
  if (columns.length === 1) return [(from + to) / 2];
  return columns.map((_, i) => from + (i / (columns.length - 1)) * (to - from));
}

/** A curve for each run, its points in the order of the columns. What a run did not measure has no point. */
export function curvesOf(comparison: ShownResult, columns: CurveColumn[], figure: ComparedFigure): Curve[] {
  return comparison.runs.map((run, runIndex) => ({
    runIndex,
    // Repeats without another configuration beside them are told apart one by one.
    mark: comparison.sides.length > 1 ? markOfRun(comparison, run.id) : runIndex,
    points: columns.flatMap(({ row }): CurvePoint[] => {
      const step = comparison.steps[row];
      const own = step ? stepOf(comparison, step, runIndex) : null;
      const point = own?.point;
      const value = point ? figure.of(point) : null;
      if (!point || value === null) return [];
      const { loop: kind, resolutionUs } = point.latencyMs;
      const wall = wallLetter(own?.verdict ?? null);
      return [{ row, value, text: figure.text(value, point), kind, wall, resolutionUs }];
    }),
  }));
}
