import type { HostFacts } from '@contract/host';
import { parseCpuList } from '@rules/cpus/cpu-list';
import { type CpuScope, nicLocalCpus, resolveCpuChoice } from './cpu-choice';

const onlineOf = (facts: HostFacts): number[] => parseCpuList(facts.onlineCpus);

const scopeWith = (facts: HostFacts, nic: string | null, target: number[] | null): CpuScope => ({
  online: onlineOf(facts),
  target,
  nicLocal: nicLocalCpus(facts, nic),
});

/** For the target's own CPU set: `not target` means nothing there. */
export const targetScope = (facts: HostFacts, nic: string | null): CpuScope => ({
  ...scopeWith(facts, nic, onlineOf(facts)),
  ofTarget: true,
});

/** Where the target runs. A set that only the agent can tell counts as every CPU. */
export function serverScope(facts: HostFacts, nic: string | null, targetCpus: string | null): CpuScope {
  return scopeWith(facts, nic, targetCpusOf(facts, nic, targetCpus));
}

/** Where only load comes from. */
export const clientScope = (facts: HostFacts, nic: string | null): CpuScope => scopeWith(facts, nic, null);

export function targetCpusOf(facts: HostFacts, nic: string | null, targetCpus: string | null): number[] {
  return cpusOf(targetCpus, targetScope(facts, nic));
}

/** The CPUs that a choice comes to; every CPU without a choice, or where facts cannot tell. */
export function cpusOf(choice: string | null, scope: CpuScope): number[] {
  if (choice === null) return scope.online;
  const resolved = resolveCpuChoice(choice, scope);
  return 'cpus' in resolved ? resolved.cpus : scope.online;
}
