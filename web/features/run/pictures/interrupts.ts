import type { RunInterrupts } from '@contract/cpu-map';
import { cpuLookup, unionOfCpuLists } from '@rules/cpus/cpu-list';

/** Interrupts of one line of a NIC, per second and CPU. */
export interface LineRates {
  irq: number;
  label: string;
  perCpu: Map<number, number>;
  perSecond: number;
}

export interface Interrupts {
  lines: LineRates[];
  /** All lines together. */
  perCpu: Map<number, number>;
  perSecond: number;
  /** Answers whether the target may run there; null where that was not looked at. */
  targetAllowed: ((cpu: number) => boolean) | null;
}

/** The least share of a host's NIC interrupts with which a CPU counts as one that takes them: below it are strays. */
const TAKES_SHARE = 0.01;

export const takesInterrupts = ({ perCpu, perSecond }: Interrupts, cpu: number): boolean =>
  perSecond > 0 && (perCpu.get(cpu) ?? 0) >= TAKES_SHARE * perSecond;

/** Rates of one host, over some steps or, where none are named, all of them; null where nothing was counted. */
export function interruptsOf(all: RunInterrupts, hostId: string, stepIndexes: number[] | null): Interrupts | null {
  const steps = all.hosts
    .find((host) => host.hostId === hostId)
    ?.steps.filter((step) => stepIndexes === null || stepIndexes.includes(step.stepIndex));
  if (!steps?.some((step) => step.seconds > 0)) return null;
  // A step without any line was not read: its time would only thin the rates of the others.
  const seconds = steps.reduce((sum, step) => sum + (step.lines.length > 0 ? step.seconds : 0), 0);
  const lines = new Map<number, LineRates>();
  for (const one of steps.flatMap((step) => step.lines)) {
    const line = lines.get(one.irq) ?? {
      irq: one.irq,
      label: one.name ?? `IRQ ${one.irq}`,
      perCpu: new Map(),
      perSecond: 0,
    };
    for (const { cpu, count } of one.perCpu) add(line, cpu, count / seconds);
    lines.set(one.irq, line);
  }
  const total = { perCpu: new Map<number, number>(), perSecond: 0 };
  for (const { perCpu } of lines.values()) for (const [cpu, rate] of perCpu) add(total, cpu, rate);
  const lists = steps.flatMap(({ targetCpus }) => targetCpus ?? []);
  const union = unionOfCpuLists(lists);
  return {
    ...total,
    lines: [...lines.values()].sort((a, b) => a.irq - b.irq),
    targetAllowed: lists.length === 0 ? null : cpuLookup(union.join(',')),
  };
}

function add(to: { perCpu: Map<number, number>; perSecond: number }, cpu: number, rate: number): void {
  to.perCpu.set(cpu, (to.perCpu.get(cpu) ?? 0) + rate);
  to.perSecond += rate;
}
