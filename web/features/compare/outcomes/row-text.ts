import type { ShownResult } from '@contract/comparison';
import type { RunStep } from '@contract/step';
import { stepText } from '@rules/spec/load-words';
import { stepOf } from './deltas';

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
  const of = sideIndex === null ? null : [0, sideIndex].flatMap((side) => comparison.sides[side]?.runIds ?? []);
  const asked = comparison.runs.flatMap(({ id }, index) =>
    of === null || of.includes(id) ? (stepOf(comparison, step, index)?.spec ?? []) : [],
  );
  return againstText(asked.length === 0 ? [step.spec] : asked);
}

/** The same of steps that are planned to meet. */
export const againstText = (asked: RunStep['spec'][]): string =>
  [...new Set(asked.map((spec) => stepText(spec)))].join(' against ');
