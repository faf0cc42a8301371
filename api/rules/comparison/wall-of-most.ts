import type { ComparedStep } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { wallText } from '../verdict/words.ts';

/**
 * What limited a side in a compared step, in words: 'client CPU and server CPU'. Null unless more than half of its runs, those
 * without a verdict counted, say the same and are sure of it.
 */
export function wallOfMost(runs: Run[], indexes: number[], { cells }: Pick<ComparedStep, 'cells'>): string | null {
  const told = indexes.map((index) => {
    const verdict = runs[index]?.steps[cells[index]?.stepIndex ?? -1]?.verdict;
    return verdict && verdict.wall !== 'unknown' && verdict.confidence !== 'cannot-tell' ? wallText(verdict) : null;
  });
  return told.find((one) => one !== null && told.filter((other) => other === one).length * 2 > told.length) ?? null;
}
