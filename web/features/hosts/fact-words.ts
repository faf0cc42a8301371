import type { HostFacts } from '@contract/host';
import { formatBitsPerSecond, formatMemory, plural } from '@rules/words/numbers';

export function cpuText(facts: HostFacts): string {
  const parts = [plural(facts.cpus, 'CPU')];
  if (facts.cores !== null) parts.push(plural(facts.cores, 'core'));
  if (facts.sockets !== null && facts.sockets > 1) parts.push(plural(facts.sockets, 'socket'));
  if (facts.numaNodes.length > 1) parts.push(plural(facts.numaNodes.length, 'NUMA node'));
  return parts.join(' · ');
}

export const memoryText = (facts: HostFacts): string =>
  facts.memoryBytes > 0 ? formatMemory(facts.memoryBytes) : 'not read';

/** What the host's configuration states counts before what the driver says; null where neither says anything. */
export function bandwidthText({
  bandwidthBitsPerSecond,
  speedBitsPerSecond,
}: HostFacts['nics'][number]): string | null {
  if (bandwidthBitsPerSecond !== null) return `${formatBitsPerSecond(bandwidthBitsPerSecond)} stated`;
  return speedBitsPerSecond === null ? null : formatBitsPerSecond(speedBitsPerSecond);
}

export function nicText(nic: HostFacts['nics'][number]): string {
  const speed = bandwidthText(nic) ?? 'speed not known';
  const queues = `${nic.rxQueues} rx / ${nic.txQueues} tx ${nic.rxQueues + nic.txQueues > 2 ? 'queues' : 'queue'}`;
  return [nic.driver ?? 'no driver named', speed, queues, `MTU ${nic.mtuBytes} B`].join(' · ');
}
