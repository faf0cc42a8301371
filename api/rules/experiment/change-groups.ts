import type { DifferenceGroup } from '../../contract/comparison.ts';
import type { SpecChange } from '../../contract/experiment.ts';

/** The group of a change, by the first name of its pointer into the spec. */
const GROUPS: Record<string, DifferenceGroup> = {
  server: 'hardware',
  clients: 'hardware',
  backend: 'hardware',
  target: 'target',
  requests: 'target',
  variables: 'target',
  seed: 'target',
  tuning: 'tuning',
  load: 'load',
};

/** The group of what stands at a pointer of the spec. */
export const groupOfPointer = (pointer: string): DifferenceGroup => GROUPS[pointer.split('/')[1] ?? ''] ?? 'software';

/** The groups that these changes belong to, each once, in the order in which they come. */
export const groupsOf = (changes: readonly SpecChange[]): DifferenceGroup[] => [
  ...new Set(changes.map(({ path }) => groupOfPointer(path))),
];

const MAX_NAME = 80;

/**
 * Splits a variant that changes several groups into one variant per group, because together their effects cannot be
 * separated.
 */
export function singleFactorsOf(
  name: string,
  changes: readonly SpecChange[],
): { group: DifferenceGroup; name: string; changes: SpecChange[] }[] {
  const groups = groupsOf(changes);
  if (groups.length < 2) return [];
  return groups.map((group) => {
    const suffix = `, ${group} alone`;
    return {
      group,
      name: `${name.slice(0, MAX_NAME - suffix.length)}${suffix}`,
      changes: changes.filter(({ path }) => groupOfPointer(path) === group),
    };
  });
}
