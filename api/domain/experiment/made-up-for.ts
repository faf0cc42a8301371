import type { ComparisonWarning } from '../../contract/comparison.ts';
import { listed } from '../side-names.ts';
import { counts, type Slot } from './slots.ts';

/**
 * Runs that failed and were made up for, by configuration. They are no figures; but what fails more often than the others
 * owes its result to the runs that went well.
 */
export function madeUpFor(slots: readonly Slot[], names: readonly string[]): ComparisonWarning[] {
  const failed = names.map((name, configuration) => ({
    name,
    runs: slots
      .filter((slot) => slot.configuration === configuration)
      .reduce((total, { attempts }) => total + attempts.filter((one) => !counts(one)).length, 0),
  }));
  if (failed.every(({ runs }) => runs === 0)) return [];
  const told = failed.map(({ name, runs }) => `${runs === 0 ? 'none' : runs} of ${name}`);
  const sentence = `Runs that failed and were made up for: ${listed(told)}. A configuration that fails more often is shown by its better runs; look into those that failed.`;
  return [{ code: 'run-incomplete', sentence }];
}
