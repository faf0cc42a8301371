import type { ShownResult } from '@contract/comparison';
import type { ComparedFigure } from '@/features/compare/outcomes/deltas';
import { markOfSide } from '@/features/compare/outcomes/outcomes';
import { sideOf } from '@/ui/sides';
import { type Curve, type CurveColumn, curvesOf } from './curves';
import { measuredAt, together } from './measured-points';

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
  if (!hasRepeats(comparison)) {
    const curves = curvesOf(comparison, columns, figure);
    return order.flatMap((index) => curves[index] ?? []);
  }
  const places = new Map(order.map((runIndex, place) => [comparison.runs[runIndex]?.id, place]));
  const firstOf = (runIds: string[]): number => Math.min(...runIds.map((id) => places.get(id) ?? order.length));
  return comparison.sides
    .map((side, sideIndex) => ({ side, sideIndex, first: firstOf(side.runIds) }))
    .sort((a, b) => a.first - b.first)
    .map(({ side, sideIndex }): Curve => {
      const own = [...comparison.runs.keys()].filter((index) => side.runIds.includes(comparison.runs[index]?.id ?? ''));
      const mark = markOfSide(comparison, sideIndex);
      return {
        runIndex: own[0] ?? mark,
        label: side.letters,
        mark,
        points: columns.flatMap((column) => {
          const found = measuredAt(comparison, figure, column, own);
          return together(found, column.rows.length === 1 ? 'run' : 'step') ?? [];
        }),
      };
    });
}

export const labelOf = ({ label, runIndex }: Curve): string => label ?? sideOf(runIndex).letter;
