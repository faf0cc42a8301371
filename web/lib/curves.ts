import type { Comparison } from '../api/types';
import { rampPositions, type Varies, variesOf } from './chart-maths';
import { type ComparedFigure, stepOf } from './deltas';
import { formatTick } from './format';

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
  /** What the tool can tell apart, in µs. */
  resolutionUs: number;
}

export interface Curve {
  runIndex: number;
  points: CurvePoint[];
}

type Spec = { connections: number; pipelining: number };

/**
 * What the compared steps vary. When they vary both connections and depth, or ask for one load several times, no single
 * number says where a step stands: then they stand one after the other, the lightest load first.
 */
export function axisOf(specs: Spec[]): Varies {
  const varies = variesOf(specs);
  if (varies === 'step') return 'step';
  return new Set(specs.map((spec) => spec[varies])).size === specs.length ? varies : 'step';
}

/** The columns of the axis from left to right. */
export function columnsOf({ steps }: Comparison): { axis: Varies; columns: CurveColumn[] } {
  const specs = steps.map(({ spec }) => spec);
  const axis = axisOf(specs);
  const columns = specs.map((spec, row) => ({
    row,
    x: axis === 'step' ? row : spec[axis],
    label: axis === 'step' ? loadLabel(spec) : formatTick(spec[axis]),
  }));
  const depth = ({ row }: CurveColumn): number => specs[row]?.pipelining ?? 0;
  const connections = ({ row }: CurveColumn): number => specs[row]?.connections ?? 0;
  columns.sort((a, b) => connections(a) - connections(b) || depth(a) - depth(b) || a.row - b.row);
  return { axis, columns };
}

const loadLabel = ({ connections, pipelining }: Spec): string =>
  pipelining > 1 ? `${formatTick(connections)} × ${formatTick(pipelining)}` : formatTick(connections);

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
export function curvesOf(comparison: Comparison, columns: CurveColumn[], figure: ComparedFigure): Curve[] {
  return comparison.runs.map((_, runIndex) => ({
    runIndex,
    points: columns.flatMap(({ row }): CurvePoint[] => {
      const step = comparison.steps[row];
      const point = step && stepOf(comparison, step, runIndex)?.point;
      const value = point ? figure.of(point) : null;
      if (!point || value === null) return [];
      return [{ row, value, text: figure.text(value, point), resolutionUs: point.latencyMs.resolutionUs }];
    }),
  }));
}
