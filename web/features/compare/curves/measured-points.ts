import type { ShownResult } from '@contract/comparison';
import type { LatencyMs } from '@contract/point';
import { plural } from '@rules/words/numbers';
import { meanOfRepeats } from '@/charts/mean-of-repeats';
import { isBelow } from '@/charts/resolution';
import { type ComparedFigure, stepOf } from '@/features/compare/outcomes/deltas';
import { commonWall, type WallLetter, wallLetter } from '@/lib/wall-letter';

export interface CurvePoint {
  row: number;
  value: number;
  /** Some of several measurements are below the resolution of their tool: the value is that of the lowest, and no mean. */
  bound?: boolean;
  text: string;
  /** The kind of its latencies: a line joins only points of one kind. */
  kind: LatencyMs['loop'];
  /** What limited it, as a letter; null where it was not judged. */
  wall: WallLetter | null;
  /** What the tool can tell apart, in µs. */
  resolutionUs: number;
  /** Of several measurements: the lowest and the highest of them. */
  range?: { low: number; high: number; count: number } | null;
}

/** A point of one step of one run. */
export interface Measured {
  point: CurvePoint;
  /** As it is written with the accuracy of its tool. */
  textOf: (value: number) => string;
  /** It is below the resolution of its tool. */
  below: boolean;
  invalid: boolean;
}

/** What these runs measured at a place of the axis, step by step. */
export function measuredAt(
  comparison: ShownResult,
  figure: ComparedFigure,
  { row, rows }: { row: number; rows: number[] },
  runIndexes: number[],
): Measured[] {
  const steps = runIndexes.flatMap((runIndex) =>
    rows.flatMap((one) => {
      const asked = comparison.steps[one];
      return (asked && stepOf(comparison, asked, runIndex)) ?? [];
    }),
  );
  return steps.flatMap(({ point, verdict }): Measured[] => {
    const value = point ? figure.of(point) : null;
    if (!point || value === null) return [];
    const { loop: kind, resolutionUs } = point.latencyMs;
    const textOf = (of: number): string => figure.text(of, point);
    const wall = wallLetter(verdict);
    return [
      {
        point: { row, value, text: textOf(value), kind, wall, resolutionUs },
        textOf,
        below: figure.latency && isBelow(value, resolutionUs),
        invalid: verdict?.validity === 'invalid',
      },
    ];
  });
}

/** Measurements of one load as one. A figure that cannot be right takes no part; closed and open loops are not mixed. */
export function together(measured: Measured[], counted: 'run' | 'step'): CurvePoint | null {
  const found = measured.filter(({ invalid }) => !invalid);
  const [first] = found;
  if (!first) return null;
  const alike = found.filter(({ point }) => point.kind === first.point.kind);
  const values = alike.map(({ point }) => point.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const bound = alike.some(({ below }) => below);
  const mean = bound ? null : meanOfRepeats(values);
  const count = alike.length;
  return {
    ...first.point,
    value: mean ?? low,
    bound,
    wall: commonWall(alike.map(({ point }) => point.wall)),
    text: togetherText(mean, [low, high], first.textOf, plural(count, counted)),
    range: count === 1 ? null : { low, high, count },
  };
}

/** '2.00 (1.00 to 4.00, 2 runs)', '2.00 (1 run)'; without a mean '<1 to 4 (2 runs)'. */
function togetherText(
  mean: number | null,
  [low, high]: [number, number],
  textOf: Measured['textOf'],
  count: string,
): string {
  const [from, to] = [textOf(low), textOf(high)];
  if (from === to && (mean === null || low === high)) return `${from} (${count})`;
  return mean === null ? `${from} to ${to} (${count})` : `${textOf(mean)} (${from} to ${to}, ${count})`;
}
