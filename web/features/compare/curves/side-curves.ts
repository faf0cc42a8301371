import type { ShownResult } from '@contract/comparison';
import { meanOfRepeats } from '@/charts/mean-of-repeats';
import { type ComparedFigure, stepOf } from '@/features/compare/outcomes/deltas';
import { markOfSide } from '@/features/compare/outcomes/outcomes';
import { commonWall } from '@/lib/wall-letter';
import { sideOf } from '@/ui/sides';
import { type Curve, type CurveColumn, type CurvePoint, curvesOf } from './curves';

/** Whether some configuration was run more than once beside another one. */
export const hasRepeats = ({ sides }: ShownResult): boolean =>
  sides.length > 1 && sides.some(({ runIds }) => runIds.length > 1);

/** A curve for each configuration: the geometric mean of its runs, and how far they lie apart. Without repeats, a curve for each run. */
export function drawnCurves(
  comparison: ShownResult,
  columns: CurveColumn[],
  figure: ComparedFigure,
  order: number[],
): Curve[] {
  const curves = curvesOf(comparison, columns, figure);
  if (!hasRepeats(comparison)) return order.flatMap((index) => curves[index] ?? []);
  const places = new Map(order.map((runIndex, place) => [comparison.runs[runIndex]?.id, place]));
  const firstOf = (runIds: string[]): number => Math.min(...runIds.map((id) => places.get(id) ?? order.length));
  return comparison.sides
    .map((side, sideIndex) => ({ side, sideIndex, first: firstOf(side.runIds) }))
    .sort((a, b) => a.first - b.first)
    .map(({ side, sideIndex }): Curve => {
      const own = curves.filter(({ runIndex }) => side.runIds.includes(comparison.runs[runIndex]?.id ?? ''));
      const mark = markOfSide(comparison, sideIndex);
      return {
        runIndex: own[0]?.runIndex ?? mark,
        label: side.letters,
        mark,
        points: columns.flatMap(({ row }) => together(comparison, figure, row, own) ?? []),
      };
    });
}

/** The runs of one configuration at one load. A figure that cannot be right takes no part; closed and open loops are not mixed. */
function together(comparison: ShownResult, figure: ComparedFigure, row: number, own: Curve[]): CurvePoint | null {
  const found = own.flatMap(({ runIndex, points }) => {
    const point = points.find((one) => one.row === row);
    const asked = comparison.steps[row];
    const step = asked && stepOf(comparison, asked, runIndex);
    return point && step?.point && step.verdict?.validity !== 'invalid' ? [{ point, measured: step.point }] : [];
  });
  const [first] = found;
  if (!first) return null;
  const alike = found.filter(({ point }) => point.kind === first.point.kind);
  const values = alike.map(({ point }) => point.value);
  const text = (value: number): string => figure.text(value, first.measured);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const mean = meanOfRepeats(values);
  return {
    ...first.point,
    value: mean,
    wall: commonWall(alike.map(({ point }) => point.wall)),
    text:
      alike.length === 1
        ? `${text(mean)} (1 run)`
        : `${text(mean)} (${text(low)} to ${text(high)}, ${alike.length} runs)`,
    range: alike.length === 1 ? null : { low, high, runs: alike.length },
  };
}

export const labelOf = ({ label, runIndex }: Curve): string => label ?? sideOf(runIndex).letter;
