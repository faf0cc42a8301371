import type { HostFacts } from '@contract/host';
import type { RunSpec } from '@contract/spec';
import type { DraftErrors } from './field-reading';

/** What of the target its host's configuration file does not allow, by path of the spec. */
export function targetObstacles({ target }: RunSpec, facts: HostFacts, label: string): DraftErrors {
  if (target.kind === 'named' && !facts.targets.some(({ name }) => name === target.name))
    return { 'spec.target.name': `The configuration file of ${label} names no target ${target.name}; add it there.` };
  if (target.kind === 'listening' && !facts.listeningPorts.includes(target.port))
    return {
      'spec.target.port': `The configuration file of ${label} does not allow port ${target.port}; add it to its listeningPorts.`,
    };
  return {};
}
