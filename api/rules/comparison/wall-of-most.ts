import type { ComparedStep } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import type { PointVerdict } from '../../contract/verdict.ts';
import { wallText } from '../verdict/words.ts';
import { stepAt } from './compare-steps.ts';

/**
 * What limited a side, in words: 'client CPU and server CPU'. Null unless more than half of its runs say the same and are sure
 * of it; a run without a verdict is null among them.
 */
export function commonWall(verdicts: (Pick<PointVerdict, 'wall' | 'walls' | 'confidence'> | null)[]): string | null {
  const told = verdicts.map((one) =>
    one && one.wall !== 'unknown' && one.confidence !== 'cannot-tell' ? wallText(one) : null,
  );
  return told.find((one) => one !== null && told.filter((other) => other === one).length * 2 > told.length) ?? null;
}

/** The wall that most runs of a side have in a compared step. */
export const wallOfMost = (runs: Run[], indexes: number[], row: Pick<ComparedStep, 'cells'>): string | null =>
  commonWall(indexes.map((index) => stepAt(runs, row, index)?.verdict ?? null));
