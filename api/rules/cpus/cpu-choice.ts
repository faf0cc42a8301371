import type { HostFacts } from '../../contract/host.ts';
import { CPU_LIST, CPU_WORDS } from '../../contract/limits.ts';
import { cpuLookup, overlapOf, parseCpuList, readCpuList } from './cpu-list.ts';

/** What words such as `nic-local` mean on one host. */
export interface CpuScope {
  online: number[];
  /** CPUs that the target may use; null: no target runs on this host, which leaves all of them. */
  target: number[] | null;
  /** CPUs of the NIC's NUMA node; null: its facts do not tell. */
  nicLocal: number[] | null;
}

export const CHOICE_FORM = 'Must be a CPU list such as 0-15,32, or all, nic-local, last 16, first 16 or not target.';

/** A choice as a person types it, as the contract takes it: words in lower case with single spaces, lists without any; null when it is neither. */
export function readCpuChoice(text: string): string | null {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (CPU_WORDS.test(words)) return words;
  const list = text.replaceAll(/\s/g, '');
  return CPU_LIST.test(list) && readCpuList(list) ? list : null;
}

/** The CPUs that a choice means on this host, of those that it has; null where only its agent can tell. */
export function resolveCpuChoice(choice: string, { online, target, nicLocal }: CpuScope): number[] | null {
  if (choice === 'all') return online;
  if (choice === 'nic-local') return nicLocal;
  if (choice === 'not target') {
    const taken = new Set(target);
    return online.filter((cpu) => !taken.has(cpu));
  }
  const [, end, count] = /^(first|last) (\d+)$/.exec(choice) ?? [];
  if (end) return end === 'first' ? online.slice(0, Number(count)) : online.slice(-Number(count));
  return online.filter(cpuLookup(choice));
}

type Placed = Pick<HostFacts, 'onlineCpus' | 'numaNodes' | 'nics'>;

/** The CPUs of the NIC's NUMA node that are online; every CPU where it belongs to none; null for a NIC or node that is not known. */
export function nicLocalCpus({ onlineCpus, numaNodes, nics }: Placed, nicName: string | null): number[] | null {
  const online = parseCpuList(onlineCpus);
  const nic = nics.find(({ name }) => name === nicName);
  if (!nic) return null;
  if (nic.numaNode === null) return online;
  const node = parseCpuList(numaNodes.find((one) => one.node === nic.numaNode)?.cpus ?? '');
  return node.length === 0 ? null : overlapOf(online, node);
}

/** The NIC by which a host is reached as far as its facts tell: the default route's, else the first that is not loopback. */
export function defaultNic({ nics }: Pick<HostFacts, 'nics'>): string | null {
  const real = nics.filter(({ loopback }) => !loopback);
  return (real.find(({ defaultRoute }) => defaultRoute) ?? real[0])?.name ?? null;
}
