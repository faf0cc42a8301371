import type { HostFacts } from '@contract/host';
import { type CpuScope, nicLocalCpus, resolveCpuChoice } from '@rules/cpus/cpu-choice';
import { parseCpuList } from '@rules/cpus/cpu-list';

const scopeWith = (facts: HostFacts, nic: string | null, target: number[] | null): CpuScope => ({
  online: parseCpuList(facts.onlineCpus),
  target,
  nicLocal: nicLocalCpus(facts, nic),
});

/** Where the target runs. A set that only the agent can tell counts as every CPU. */
export function serverScope(facts: HostFacts, nic: string | null, targetCpus: string | null): CpuScope {
  return scopeWith(facts, nic, cpusOf(targetCpus, clientScope(facts, nic)));
}

/** Where only load comes from. */
export const clientScope = (facts: HostFacts, nic: string | null): CpuScope => scopeWith(facts, nic, null);

/** The CPUs that a choice comes to; every CPU without a choice, where it leaves none, or where facts cannot tell. */
export function cpusOf(choice: string | null, scope: CpuScope): number[] {
  const cpus = choice === null ? null : resolveCpuChoice(choice, scope);
  return cpus === null || cpus.length === 0 ? scope.online : cpus;
}
