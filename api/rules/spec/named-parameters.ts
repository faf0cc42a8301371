import type { HostFacts } from '../../contract/host.ts';
import type { KeptSpec } from '../../contract/spec.ts';

/**
 * The spec with a value for every parameter that its target has by these facts of the target's host, in the order of the facts: what
 * a default was stays known, and is the same run as one that chose it. Only for specs without faults there.
 */
export function withEveryParameter<S extends Pick<KeptSpec, 'target'>>(spec: S, facts: HostFacts | null): S {
  const { target } = spec;
  if (target.kind !== 'named') return spec;
  const declared = facts?.targets.find(({ name }) => name === target.name)?.parameters;
  if (!declared) return spec;
  const chosen = new Map(target.parameters.map(({ name, value }) => [name, value]));
  const parameters = declared.map(({ name, default: usual }) => ({ name, value: chosen.get(name) ?? usual }));
  return { ...spec, target: { ...target, parameters } };
}
