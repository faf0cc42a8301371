import type { ComparisonWarning } from '../contract/comparison.ts';
import type { Run } from '../contract/run.ts';
import type { Wall } from '../contract/verdict.ts';
import type { SideBySide } from './comparison-warnings.ts';
import { firstOf, stepText } from './side-names.ts';
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

/** One sentence a run: where another thing limited it than the baseline, as far as both were measured. */
export function movedWalls({ runs, baselineIndex, steps, called }: SideBySide): ComparisonWarning[] {
  return runs.flatMap((run, index) => {
    if (index === baselineIndex) return [];
    const moved = steps.flatMap(({ spec, cells }) => {
      const from = wallOf(runs[baselineIndex], cells[baselineIndex]?.stepIndex ?? null);
      const to = wallOf(run, cells[index]?.stepIndex ?? null);
      const moved = from && to && from.wall !== to.wall;
      return moved ? [`${stepText(spec)} (${wallText(from)}, then ${wallText(to)})`] : [];
    });
    if (moved.length === 0) return [];
    const sentence = `The wall moved between ${called(baselineIndex)} and ${called(index)} at ${firstOf(moved)}: their figures are of different things, so read them as that and not as faster or slower.`;
    return [{ code: 'wall-moved', sentence }];
  });
}

function wallOf(run: Run | undefined, stepIndex: number | null): { wall: Wall; walls: Wall[] } | null {
  const verdict = stepIndex === null ? null : (run?.steps[stepIndex]?.verdict ?? null);
  if (!verdict || verdict.wall === null || verdict.wall === 'unknown' || verdict.confidence === 'cannot-tell')
    return null;
  return { wall: verdict.wall, walls: verdict.walls };
}
