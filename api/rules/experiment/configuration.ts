import type { SpecChange } from '../../contract/experiment.ts';
import type { RunSpec } from '../../contract/spec.ts';

/** What runs in every round. */
export interface Configuration {
  name: string;
  spec: RunSpec;
  /** Changes of the baseline's spec. */
  changes: SpecChange[];
}

/** A noise floor runs its baseline beside itself. */
export const againOf = (baseline: Configuration): Configuration => ({
  ...baseline,
  name: `${baseline.name.slice(0, 74)} again`,
});

export const sameConfiguration = (one: Pick<Configuration, 'name'>, other: Pick<Configuration, 'name'>): string =>
  `${one.name} is the same configuration as ${other.name}; to run one twice, make a noise floor.`;

/** `.2.value` of the change that touches this field of a spec; empty where none does. */
export function changeOf(changes: readonly SpecChange[], field: string): string {
  const place = field.replace(/^spec\./, '/').replaceAll('.', '/');
  const index = changes.findIndex(
    ({ path }) => place === path || place.startsWith(`${path}/`) || path.startsWith(`${place}/`),
  );
  return index < 0 ? '' : `.${index}.value`;
}
