import type { HostFacts } from '../../contract/host.ts';
import type { Run } from '../../contract/run.ts';
import { onOneMachine } from '../hosts/machine.ts';
import type { Others } from '../load/search/search-rung.ts';
import { unmeasuredOrigin } from '../spec/external-target.ts';
import { COMPETING_SHARE } from '../verdict/thresholds.ts';

/** What other processes used of a host's CPUs, where that is enough to doubt a figure; null of less, and where it is not known. */
export const competingShare = (otherCpus: number | null, cpus: number | null): number | null =>
  otherCpus === null || cpus === null || otherCpus <= COMPETING_SHARE * cpus ? null : otherCpus / cpus;

interface KnownHost {
  hostId: string;
  name: string;
  facts: Pick<HostFacts, 'bootId' | 'cpus'> | null;
}

/** Two agents on one machine each take the other's tool or target for something else. */
export const hasNeighbour = (host: KnownHost, hosts: readonly KnownHost[]): boolean =>
  hosts.some(({ hostId, facts }) => hostId !== host.hostId && facts && host.facts && onOneMachine(facts, host.facts));

/** The host of a step of which other processes used the most; null where none used enough, and where the target may be among them. */
export function othersBeside(
  { spec }: Pick<Run, 'spec'>,
  hosts: readonly KnownHost[],
  counted: readonly { hostId: string; otherCpus: number | null }[],
): Others | null {
  if (unmeasuredOrigin({ spec }) !== null) return null;
  const crowded = counted.flatMap(({ hostId, otherCpus }): Others[] => {
    const host = hosts.find((one) => one.hostId === hostId);
    const share = competingShare(otherCpus, host?.facts?.cpus ?? null);
    return !host || share === null || hasNeighbour(host, hosts) ? [] : [{ name: host.name, share }];
  });
  return crowded.sort((a, b) => b.share - a.share)[0] ?? null;
}
