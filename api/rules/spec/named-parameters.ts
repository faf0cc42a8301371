import type { HostFacts } from '../../contract/host.ts';
import type { KeptSpec } from '../../contract/spec.ts';

/**
 * The spec with a value for every parameter that its target has by these facts of the target's host, in the order of the facts: what
 * a default was stays known, and is the same run as one that chose it. A revision that is left out is one that is not asked for.
 * Only for specs without faults there.
 */
export function withEveryParameter<S extends Pick<KeptSpec, 'target'>>(spec: S, facts: HostFacts | null): S {
  const { target } = spec;
  if (target.kind !== 'named') return spec;
  const whole = target.revision === undefined ? { ...spec, target: { ...target, revision: null } } : spec;
  const declared = facts?.targets.find(({ name }) => name === target.name)?.parameters;
  if (!declared) return whole;
  const chosen = new Map(target.parameters.map(({ name, value }) => [name, value]));
  const parameters = declared.map(({ name, default: usual }) => ({ name, value: chosen.get(name) ?? usual }));
  return { ...whole, target: { ...target, revision: target.revision ?? null, parameters } };
}
