import type { HostFacts, NicInterrupt } from '@contract/host';
import { formatCpuList, parseCpuList } from '@rules/cpus/cpu-list';
import { formatCount, plural } from '@rules/words/numbers';

/** First and last CPU of a run of neighbours. */
export type CpuRange = [first: number, last: number];

export interface IrqRow {
  irq: number;
  name: string;
  allowed: CpuRange[];
  effective: CpuRange[];
  allowedText: string;
  effectiveText: string;
}

export interface IrqMap {
  nic: string;
  rows: IrqRow[];
  /** Columns: every CPU number up to the highest that is online or named. */
  cpus: number;
  /** First CPUs of NUMA nodes, but for the first column; empty with one node. */
  nodeEdges: { cpu: number; node: number }[];
  sentence: string;
}

function rangesOf(list: string): CpuRange[] {
  const cpus = parseCpuList(list);
  if (cpus.length === 0) return [];
  return formatCpuList(cpus)
    .split(',')
    .map((part) => {
      const [first, last] = part.split('-').map(Number) as [number, number?];
      return [first, last ?? first];
    });
}

/** Interrupts of a NIC against CPUs; null when it has none of its own. */
export function irqMap(nic: HostFacts['nics'][number], facts: HostFacts): IrqMap | null {
  if (nic.interrupts.length === 0) return null;
  const rows = nic.interrupts.map((interrupt) => ({
    irq: interrupt.irq,
    name: interrupt.name,
    allowed: rangesOf(interrupt.affinityCpus),
    effective: rangesOf(interrupt.effectiveCpus),
    allowedText: interrupt.affinityCpus || 'not read',
    effectiveText: interrupt.effectiveCpus || 'not read',
  }));
  const named = rows.flatMap(({ allowed, effective }) => [...allowed, ...effective]).map(([, last]) => last);
  const cpus = Math.max(facts.cpus - 1, ...parseCpuList(facts.onlineCpus), ...named) + 1;
  return { nic: nic.name, rows, cpus, nodeEdges: edgesOf(facts), sentence: sentenceOf(nic.interrupts) };
}

function edgesOf({ numaNodes }: HostFacts): IrqMap['nodeEdges'] {
  if (numaNodes.length < 2) return [];
  return numaNodes
    .flatMap(({ node, cpus }) => rangesOf(cpus).map(([cpu]) => ({ cpu, node })))
    .filter(({ cpu }) => cpu > 0)
    .sort((a, b) => a.cpu - b.cpu);
}

/** '17 interrupts on 16 CPUs: 0-15. CPU 3 takes 2 of them.' */
function sentenceOf(interrupts: NicInterrupt[]): string {
  const lines = new Map<number, number>();
  for (const { effectiveCpus } of interrupts)
    for (const cpu of parseCpuList(effectiveCpus)) lines.set(cpu, (lines.get(cpu) ?? 0) + 1);
  if (lines.size === 0) return `${plural(interrupts.length, 'interrupt')}; where they go could not be read.`;
  const cpus = formatCpuList([...lines.keys()]);
  const most = Math.max(...lines.values());
  const crowded = [...lines].filter(([, count]) => count === most).map(([cpu]) => cpu);
  const where = `${plural(interrupts.length, 'interrupt')} on ${plural(lines.size, 'CPU')}: ${cpus}.`;
  if (most === 1) return `${where} No CPU takes more than one.`;
  const who = `${crowded.length === 1 ? 'CPU' : 'CPUs'} ${formatCpuList(crowded)}`;
  return `${where} ${who} ${crowded.length === 1 ? 'takes' : 'take'} ${formatCount(most)}${crowded.length === 1 ? ' of them' : ' each'}.`;
}

/** Columns that carry their number: few enough to be read, the first always. */
export function cpuTicks(cpus: number): number[] {
  const step = [1, 2, 4, 8, 16, 32, 64, 128].find((size) => cpus / size <= 17) ?? 256;
  return Array.from({ length: Math.ceil(cpus / step) }, (_, i) => i * step);
}
