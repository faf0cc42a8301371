import type { SampleFrame } from '../rules/samples/sample-frame.ts';

/** What each CPU of a host did, as shares of its time; the rest it idled. */
export interface CpuPace {
  user?: number;
  system?: number;
  softirq?: number;
}

interface Pace {
  seconds: number;
  cpus: CpuPace[];
  /** Other counters, by how much they rise in a second. */
  rates?: Record<string, number>;
}

/** Frames of a host as its agent samples it: one a second, every counter where it stood when the machine was started. */
export function framesOf({ seconds, cpus, rates = {} }: Pace): SampleFrame[] {
  const perSecond: Record<string, number> = { ...rates, 'system/everySecondReadMonotonicUs': 1e6 };
  for (const [cpu, { user = 0, system = 0, softirq = 0 }] of cpus.entries()) {
    const shares = { user, nice: 0, system, idle: 1 - user - system - softirq, iowait: 0, irq: 0, softirq, steal: 0 };
    for (const [kind, share] of Object.entries(shares)) perSecond[`cpu/${cpu}/${kind}Us`] = Math.round(share * 1e6);
  }
  const columns = Object.keys(perSecond);
  return Array.from({ length: seconds + 1 }, (_, second) => ({
    incarnationId: 'life',
    columns,
    sequence: second,
    timeUs: 1e15 + second * 1e6,
    monotonicUs: 5e9 + second * 1e6,
    boundary: second === 0 || second === seconds,
    values: columns.map((name) => 7e9 + (perSecond[name] ?? 0) * second),
  }));
}
