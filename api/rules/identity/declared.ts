import type { HostFacts } from '../../contract/host.ts';
import type { ExternalTarget, TargetSpec } from '../../contract/target.ts';
import { calledTarget, NOT_DECLARED } from './target-identity.ts';

/** Why runs of a target will not be known to be the same, before the first of them; null where its host says which files matter. */
export function whyUndeclared(target: Exclude<TargetSpec, ExternalTarget>, facts: HostFacts): string | null {
  const files = `the files of ${calledTarget(target)}`;
  switch (target.kind) {
    case 'reference':
      return null;
    case 'named': {
      const fact = facts.targets.find(({ name }) => name === target.name);
      if (fact?.identified === undefined)
        return `${files} are not hashed by the agent of its host, which is too old for that`;
      return fact.identified ? null : `${files} ${NOT_DECLARED}`;
    }
    case 'listening':
      if (!facts.identifiedPorts) return `${files} are not hashed by the agent of its host, which is too old for that`;
      return facts.identifiedPorts.includes(target.port) ? null : `${files} ${NOT_DECLARED}`;
  }
}
