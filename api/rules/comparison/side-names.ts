import type { ComparedStep } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { groupsBy } from '../words/groups.ts';
import { listed } from '../words/text.ts';
import { askedInRow, rowName } from './row-load.ts';

const LETTERS = 26;

/** Runs are called A, B, C ... in the order in which they were asked for; of more than there are letters AA, AB ... */
export const letterOf = (index: number): string =>
  (index < LETTERS ? '' : letterOf(Math.floor(index / LETTERS) - 1)) + String.fromCharCode(65 + (index % LETTERS));

/** 'A and C: autocannon 9.0.0; B: wrk 4.2.0', or null when all have the same. */
export function unlike(
  runs: Run[],
  called: (index: number) => string,
  of: (run: Run, index: number) => string | null,
): string | null {
  const holders = groupsBy(runs.keys(), (index) => of(runs[index] as Run, index));
  if (holders.size < 2) return null;
  return [...holders].map(([value, indexes]) => `${listed(indexes.map(called))}: ${value}`).join('; ');
}

/** What these runs were asked in one compared step: '100 connections', or '100 connections against 200 connections'. */
export function rowText(runs: Run[], row: Pick<ComparedStep, 'spec' | 'cells'>, indexes: number[]): string {
  return askedInRow(runs, row, indexes).join(' against ') || rowName(runs, row);
}
