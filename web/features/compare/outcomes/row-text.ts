import type { ShownResult } from '@contract/comparison';
import type { AskedStep, Protocol } from '@contract/load';
import { askedInRow, rowName } from '@rules/comparison/row-load';
import { stepText } from '@rules/spec/load-words';

/**
 * What was asked in a compared step: '100 connections', or '100 connections against 200 connections' where an experiment has
 * steps of several loads in one place. `sideIndex`: of the baseline and that side alone. Empty when there is no such step.
 */
export function rowText(
  comparison: Pick<ShownResult, 'runs' | 'sides' | 'steps'>,
  row: number,
  sideIndex: number | null = null,
): string {
  const step = comparison.steps[row];
  if (!step) return '';
  const { runs, sides } = comparison;
  const of = sideIndex === null ? null : [0, sideIndex].flatMap((side) => sides[side]?.runIds ?? []);
  const meant = runs.flatMap(({ id }, index) => (of === null || of.includes(id) ? [index] : []));
  return askedInRow(runs, step, meant).join(' against ') || rowName(runs, step);
}

/** The same of steps that are planned to meet. */
export const againstText = (asked: { step: AskedStep; protocol: Protocol | undefined }[]): string =>
  [...new Set(asked.map(({ step, protocol }) => stepText(step, protocol)))].join(' against ');
