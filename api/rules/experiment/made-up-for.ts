import type { ComparisonWarning } from '../../contract/comparison.ts';
import { listed } from '../words/text.ts';
import { type Slot, withoutFigure } from './slots.ts';

/**
 * Runs that ended without a valid figure, by configuration. What loses more of them than the others owes its result to the
 * runs that went well.
 */
export function madeUpFor(slots: readonly Slot[], names: readonly string[]): ComparisonWarning[] {
  const lost = names.map((name, configuration) => {
    const runs = slots.filter((slot) => slot.configuration === configuration).flatMap(withoutFigure);
    return { name, runs: runs.length, invalid: runs.filter(({ invalid }) => invalid !== null).length };
  });
  if (lost.every(({ runs }) => runs === 0)) return [];
  const told = lost.map(({ name, runs, invalid }) => {
    const of = invalid === 0 ? '' : invalid === runs ? ' (invalid)' : ` (${invalid} invalid)`;
    return `${runs === 0 ? 'none' : runs} of ${name}${of}`;
  });
  const sentence = `Runs without a valid figure: ${listed(told)}. A configuration that loses more runs looks better than it is; check them.`;
  return [{ code: 'run-incomplete', sentence }];
}
