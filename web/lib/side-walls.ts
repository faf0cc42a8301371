import type { ShownResult, Validity } from '../api/types';
import { VALIDITIES, wallText } from './verdict-words';

/** Of one step of one run. */
type Judged = NonNullable<ShownResult['runs'][number]['steps'][number]['verdict']>;

export interface SideWall {
  /** The worst of its runs. */
  validity: Validity;
  /** Walls of its runs, the commonest first: 'client CPU'; null where no figure is possible. */
  walls: { text: string | null; runs: number; verdict: Judged }[];
  runs: number;
  /** Another wall than the baseline's, as far as both were measured. */
  moved: boolean;
}

/** What limited each side in one compared step; null where the side has no verdict of it. */
export function sideWalls(comparison: ShownResult, row: number): (SideWall | null)[] {
  const sides = comparison.sides.map(({ runIds }) => wallOf(verdictsOf(comparison, row, runIds)));
  const baseline = sides[0] ?? null;
  return sides.map((side) => side && { ...side, moved: side !== baseline && hasMoved(baseline, side) });
}

/** Rows of which some side has a verdict. */
export const judgedRows = (comparison: ShownResult): number[] =>
  comparison.steps.flatMap((_, row) => (sideWalls(comparison, row).some((side) => side !== null) ? [row] : []));

function verdictsOf({ runs, steps }: ShownResult, row: number, runIds: string[]): Judged[] {
  return runIds.flatMap((id) => {
    const index = runs.findIndex((run) => run.id === id);
    const stepIndex = steps[row]?.cells[index]?.stepIndex ?? null;
    return (stepIndex === null ? null : runs[index]?.steps[stepIndex]?.verdict) ?? [];
  });
}

function wallOf(verdicts: Judged[]): SideWall | null {
  if (verdicts.length === 0) return null;
  const told = new Map<string | null, SideWall['walls'][number]>();
  for (const verdict of verdicts) {
    const text = wallText(verdict);
    const known = told.get(text);
    told.set(text, known ? { ...known, runs: known.runs + 1 } : { text, runs: 1, verdict });
  }
  return {
    validity: VALIDITIES.findLast((one) => verdicts.some(({ validity }) => validity === one)) ?? 'valid',
    walls: [...told.values()].sort((a, b) => b.runs - a.runs),
    runs: verdicts.length,
    moved: false,
  };
}

/** What is not known, or only guessed, has not moved. */
function hasMoved(from: SideWall | null, to: SideWall): boolean {
  const [a, b] = [from?.walls[0]?.verdict, to.walls[0]?.verdict];
  const known = [a, b].every(
    (verdict) => verdict && verdict.wall !== null && verdict.wall !== 'unknown' && verdict.confidence !== 'cannot-tell',
  );
  return known && a?.wall !== b?.wall;
}
