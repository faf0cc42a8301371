import type { ComparisonWarning } from '../contract/comparison.ts';
import type { Run } from '../contract/run.ts';
import type { PointVerdict } from '../contract/verdict.ts';
import type { SideBySide } from './comparison-warnings.ts';
import type { Side } from './outcomes/sides.ts';
import { firstOf, letterOf, listed, rowText, stepText } from './side-names.ts';
import { wallText } from './verdict/words.ts';

/** Figures that are not possible: once for each name. */
export function invalidWarnings({ runs, called }: Pick<SideBySide, 'runs' | 'called'>): ComparisonWarning[] {
  const found = runs.flatMap((run, index) => invalidFigures(run, called(index)));
  return found.filter(({ sentence }, at) => found.findIndex((other) => other.sentence === sentence) === at);
}

function invalidFigures(run: Run, name: string): ComparisonWarning[] {
  const invalid = run.steps.filter(({ verdict }) => verdict?.validity === 'invalid');
  if (invalid.length === 0) return [];
  const at = firstOf(invalid.map(({ spec }) => stepText(spec)));
  const [figures, are] = invalid.length === 1 ? ['figure', 'is'] : ['figures', 'are'];
  const sentence = `The ${figures} of ${name} at ${at} ${are} invalid and not reckoned with; see the findings of that run.`;
  return [{ code: 'side-invalid', sentence }];
}

/** One sentence a side: where another thing limited it than the baseline, as far as most of its runs say what did. */
export function movedWalls({
  runs,
  sides,
  paired,
  baselineIndex,
  steps,
}: Omit<SideBySide, 'called'>): ComparisonWarning[] {
  const baseline = sides.find(({ indexes }) => indexes.includes(baselineIndex));
  const nameOf = ({ name, indexes }: Side): string => (paired ? name : listed(indexes.map(letterOf)));
  return sides.flatMap((side) => {
    if (!baseline || side === baseline) return [];
    const moved = steps.flatMap((row) => {
      const { cells } = row;
      const [from, to] = [baseline, side].map(({ indexes }) =>
        wallOfMost(indexes.map((index) => verdictOf(runs[index], cells[index]?.stepIndex ?? null))),
      );
      return from && to && from !== to
        ? [`${rowText(runs, row, [baselineIndex, side.indexes[0] ?? baselineIndex])} (${from}, then ${to})`]
        : [];
    });
    if (moved.length === 0) return [];
    const sentence = `The wall moved between ${nameOf(baseline)} and ${nameOf(side)} at ${firstOf(moved)}: their figures are of different things, so read them as that and not as faster or slower.`;
    return [{ code: 'wall-moved', sentence }];
  });
}

export const verdictOf = (run: Run | undefined, stepIndex: number | null): PointVerdict | null =>
  stepIndex === null ? null : (run?.steps[stepIndex]?.verdict ?? null);

/** What limited a side, in words; null unless more than half of its runs say the same, and are sure. */
export function wallOfMost(verdicts: (PointVerdict | null)[]): string | null {
  const told = verdicts.map((verdict) =>
    verdict?.wall && verdict.wall !== 'unknown' && verdict.confidence !== 'cannot-tell'
      ? wallText({ wall: verdict.wall, walls: verdict.walls })
      : null,
  );
  return told.find((one) => one !== null && told.filter((other) => other === one).length * 2 > told.length) ?? null;
}
