import { VALIDITIES } from '@contract/choices';
import type { ShownResult } from '@contract/comparison';
import type { Validity } from '@contract/verdict';
import { commonWall } from '@rules/comparison/wall-of-most';
import { limitText, wallText } from '@rules/verdict/words';

/** The verdict of one step of one run. */
export type Judged = NonNullable<ShownResult['runs'][number]['steps'][number]['verdict']>;

export interface SideWall {
  /** The worst of its runs. */
  validity: Validity;
  /** Walls of its runs, the commonest first: 'client CPU', 'limit unknown, client CPU suspected'; null where no figure is possible. */
  walls: { text: string | null; runs: number; verdict: Judged }[];
  runs: number;
  /** Most of its runs say another wall than most of the baseline's, as far as both were measured: the first of `walls`. */
  moved: boolean;
}

/** What limited each side in one compared step; null where the side has no verdict of it. */
export function sideWalls(comparison: ShownResult, row: number): (SideWall | null)[] {
  const told = comparison.sides.map(({ runIds }) => {
    const verdicts = verdictsOf(comparison, row, runIds);
    return { side: wallOf(verdicts.filter((one) => one !== null)), most: commonWall(verdicts) };
  });
  const from = told[0]?.most ?? null;
  return told.map(({ side, most }) => side && { ...side, moved: from !== null && most !== null && most !== from });
}

/** Of a side whose runs had several limits, in how many the first was, and what limited the others: 'in 2 of 4 runs; others: client CPU in 1, limit unknown in 1' */
export function sharesText({ walls, runs }: Pick<SideWall, 'walls' | 'runs'>): string {
  const [first, ...others] = walls;
  if (!first) return '';
  const rest = others.map((other) => `${other.text ?? 'none named'} in ${other.runs}`);
  return `in ${first.runs} of ${runs} runs${rest.length > 0 ? `; others: ${rest.join(', ')}` : ''}`;
}

/** Rows with a verdict on some side. */
export const judgedRows = (comparison: ShownResult): number[] =>
  comparison.steps.flatMap((_, row) => (sideWalls(comparison, row).some((side) => side !== null) ? [row] : []));

/** Verdicts of all runs in one compared step. */
export const judgedIn = (comparison: ShownResult, row: number): Judged[] =>
  verdictsOf(
    comparison,
    row,
    comparison.sides.flatMap(({ runIds }) => runIds),
  ).filter((one) => one !== null);

function verdictsOf({ runs, steps }: ShownResult, row: number, runIds: string[]): (Judged | null)[] {
  return runIds.map((id) => {
    const index = runs.findIndex((run) => run.id === id);
    const stepIndex = steps[row]?.cells[index]?.stepIndex ?? null;
    return (stepIndex === null ? null : runs[index]?.steps[stepIndex]?.verdict) ?? null;
  });
}

function wallOf(verdicts: Judged[]): SideWall | null {
  if (verdicts.length === 0) return null;
  const told = new Map<string | null, SideWall['walls'][number]>();
  for (const verdict of verdicts) {
    const text = verdict.wall === 'unknown' ? limitText(verdict) : wallText(verdict);
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
