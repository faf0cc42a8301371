import type { ShownResult } from '@contract/comparison';
import type { AskedStep } from '@contract/load';
import { formatTick } from '@rules/words/numbers';
import { rampPositions } from '@/charts/chart-maths';
import type { ComparedFigure } from '@/features/compare/outcomes/deltas';
import { markOfRun } from '@/features/compare/outcomes/outcomes';
import { askedOf, type Varies, variesOf } from '@/lib/ramp';
import { type CurvePoint, measuredAt, together } from './measured-points';
import { repeatedRows } from './repeated-rows';

/** A place on the axis that all curves share: a compared step, or the repeats of one. */
export interface CurveColumn {
  /** Of repeats the first. */
  row: number;
  rows: number[];
  x: number;
  label: string;
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
export function columnsOf(comparison: ShownResult): { axis: Varies; columns: CurveColumn[] } {
  const places = repeatedRows(comparison).flatMap((rows) => {
    const [row = 0] = rows;
    const spec = comparison.steps[row]?.spec;
    return spec ? [{ row, rows, spec }] : [];
  });
  const axis = axisOf(places.map(({ spec }) => spec));
  const columns = places
    .toSorted((a, b) => heavier(weightOf(a.spec), weightOf(b.spec)) || a.row - b.row)
    .map(({ row, rows, spec }, place) => ({
      ...{ row, rows },
      x: axis === 'step' ? place : (askedOf(spec, axis) ?? 0),
      label: axis === 'step' ? loadLabel(spec) : formatTick(askedOf(spec, axis) ?? 0),
    }));
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
    points: columns.flatMap((column) => {
      const found = measuredAt(comparison, figure, column, [runIndex]);
      return column.rows.length === 1 ? found.map(({ point }) => point) : (together(found, 'step') ?? []);
    }),
  }));
}
