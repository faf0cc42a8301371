import type { ComparedStep, ComparisonWarning } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { isShort, NOT_STEADY } from '../verdict/measured-seconds.ts';
import { SECONDS_LEAST } from '../verdict/thresholds.ts';
import { plural } from '../words/numbers.ts';
import { stepAt } from './compare-steps.ts';

type Row = Pick<ComparedStep, 'cells'>;

/** Beside an answer. */
export const SHORT_STEPS = `steps under ${SECONDS_LEAST} s`;

/** '8 of 8 runs measured a step for less than 5 s. Under 5 s ...'; null where none of these runs did. */
export function shortText(runs: Run[], indexes: number[], rows: Row[]): string | null {
  const short = indexes.filter((index) => rows.some((row) => isShortAt(runs, row, index)));
  if (short.length === 0) return null;
  return `${short.length} of ${plural(indexes.length, 'run')} measured a step for less than ${SECONDS_LEAST} s. ${NOT_STEADY}`;
}

export function shortWarnings(runs: Run[], rows: Row[]): ComparisonWarning[] {
  const text = shortText(runs, [...runs.keys()], rows);
  return text === null ? [] : [{ code: 'short-steps', sentence: `${text} Measure longer.` }];
}

function isShortAt(runs: Run[], row: Row, index: number): boolean {
  const { spec, point } = stepAt(runs, row, index) ?? {};
  return spec !== undefined && point != null && isShort({ spec, point });
}
