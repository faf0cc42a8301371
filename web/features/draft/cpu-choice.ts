import type { HostFacts } from '@contract/host';
import { formatCpuList, parseCpuList, readCpuList } from '@rules/cpus/cpu-list';

/** What words such as `nic-local` mean on one host. */
export interface CpuScope {
  online: number[];
  /** CPUs that the target may use; null: no target runs on this host, which leaves all of them. */
  target: number[] | null;
  /** CPUs of the NIC's NUMA node; null: its facts do not tell. */
  nicLocal: number[] | null;
  /** The choice is the target's own. */
  ofTarget?: boolean;
}

export const CHOICE_FORM = 'Must be a CPU list such as 0-15,32, or all, nic-local, last 16, first 16 or not target.';

const WORDS = /^(?:all|nic-local|not target|(?:last|first) [1-9]\d{0,3})$/;
const LIST = /^\d{1,4}(?:-\d{1,4})?(?:,\d{1,4}(?:-\d{1,4})?)*$/;

/** As the API takes it: words in lower case with single spaces, lists without any; null when it is neither. */
export function readCpuChoice(text: string): string | null {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (WORDS.test(words)) return words;
  const list = text.replaceAll(/\s/g, '');
  return LIST.test(list) && readCpuList(list) ? list : null;
}

export type Resolved = { cpus: number[] } | { fault: string } | { unknown: string };

/** The CPUs that a choice means on this host; a fault when it has none such, unknown when only its agent can tell. */
export function resolveCpuChoice(choice: string, { online, target, nicLocal, ofTarget }: CpuScope): Resolved {
  const [word = '', count = ''] = choice.split(' ');
  if (choice === 'all') return { cpus: online };
  if (choice === 'nic-local')
    return nicLocal ? { cpus: nicLocal } : { unknown: 'Its agent finds the node of the NIC.' };
  if (choice === 'not target' && ofTarget) return { fault: 'The target’s own CPUs cannot be ‘not target’.' };
  if (choice === 'not target') return notTarget(online, target);
  if (word === 'first' || word === 'last') {
    const asked = Number(count);
    if (asked > online.length) return { fault: `Its host has ${online.length} CPUs, not ${asked}.` };
    return { cpus: word === 'first' ? online.slice(0, asked) : online.slice(-asked) };
  }
  const cpus = parseCpuList(choice);
  const isOnline = new Set(online);
  const missing = cpus.filter((cpu) => !isOnline.has(cpu));
  if (missing.length === 0) return { cpus };
  return { fault: `Its host has the CPUs ${formatCpuList(online)}, not ${formatCpuList(missing)}.` };
}

function notTarget(online: number[], target: number[] | null): Resolved {
  if (!target) return { cpus: online };
  const taken = new Set(target);
  const left = online.filter((cpu) => !taken.has(cpu));
  if (left.length > 0) return { cpus: left };
  return { fault: 'The target may use every CPU, so none is left; give it a CPU set first.' };
}

/** The CPUs of the NIC's NUMA node that are online; every CPU where it belongs to none; null for a NIC that is not known. */
export function nicLocalCpus(facts: HostFacts, nicName: string | null): number[] | null {
  const online = parseCpuList(facts.onlineCpus);
  const nic = facts.nics.find(({ name }) => name === nicName);
  if (!nic) return null;
  if (nic.numaNode === null) return online;
  const node = new Set(parseCpuList(facts.numaNodes.find((one) => one.node === nic.numaNode)?.cpus ?? ''));
  return node.size === 0 ? null : online.filter((cpu) => node.has(cpu));
}
