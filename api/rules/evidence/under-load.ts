import type { CpuTimes, NicTraffic, UnderLoad } from '../../contract/host-counts.ts';
import type { Rises } from './rises.ts';
import { isServiceColumn, serviceCounts } from './service-counts.ts';
import { isWaitingColumn, READ_AT, waitingOf } from './waiting.ts';

const CPU = /^cpu\/(\d+)\/(user|nice|system|softirq|irq|steal|iowait|idle)Us$/;
const NIC = /^nic\/([^/]+)\/([rt]x)(Bytes|Packets)$/;
const THREAD = /^process\/tool\/thread\/(\d+)\/cpuUs$/;
const WORKER = /^process\/target\/worker\/(\d+)\/cpuUs$/;
/** Threads are looked for once a second: what is found later than this began later. */
const FOUND_LATE_MOST_US = 1_500_000;

export const isLoadColumn = (name: string): boolean =>
  name === READ_AT ||
  isWaitingColumn(name) ||
  isServiceColumn(name) ||
  [CPU, NIC, THREAD, WORKER].some((pattern) => pattern.test(name));

/**
 * `certain`: load was driven during all of these frames. For the whole step, only what was read at its bounds counts.
 */
export function underLoad(rises: Rises, certain: boolean, whole: Rises): UnderLoad {
  const totals = rises.totals();
  const readUs = totals.get(READ_AT) || null;
  return {
    seconds: rises.us() / 1e6,
    certain,
    cpuTimes: cpuTimes(totals),
    nics: nics(totals),
    toolThreads: numbered(totals, THREAD).map(([thread, cpuUs]) => ({
      thread,
      cpuUs: Math.round(cpuUs * lateFactor(rises, thread, readUs)),
    })),
    toolThreadsUs: readUs,
    targetWorkers: numbered(totals, WORKER).map(([worker, cpuUs]) => ({ worker, cpuUs })),
    waiting: waitingOf(rises, whole),
    ...serviceCounts(rises, whole),
  };
}

/**
 * A tool's threads are found up to a second after it began, which is a good part of a short step: what they did before is in
 * no frame. One that is known for most of the time counts as if it had gone on alike for all of it.
 */
function lateFactor(rises: Rises, thread: number, readUs: number | null): number {
  const known = rises.roseSince(READ_AT, `process/tool/thread/${thread}/cpuUs`);
  if (readUs === null || known === null || known >= readUs) return 1;
  const late = readUs - known;
  return late > FOUND_LATE_MOST_US || late > known ? 1 : readUs / known;
}

function cpuTimes(totals: Map<string, number>): CpuTimes {
  const cpus = new Set<number>();
  for (const name of totals.keys()) {
    const cpu = name.match(CPU)?.[1];
    if (cpu !== undefined) cpus.add(Number(cpu));
  }
  const ascending = [...cpus].sort((a, b) => a - b);
  const of = (kind: string): number[] => ascending.map((cpu) => totals.get(`cpu/${cpu}/${kind}Us`) ?? 0);
  return {
    cpus: ascending,
    userUs: of('user'),
    niceUs: of('nice'),
    systemUs: of('system'),
    softirqUs: of('softirq'),
    irqUs: of('irq'),
    stealUs: of('steal'),
    iowaitUs: of('iowait'),
    idleUs: of('idle'),
  };
}

function nics(totals: Map<string, number>): NicTraffic[] {
  const names = new Set([...totals.keys()].flatMap((name) => name.match(NIC)?.[1] ?? []));
  return [...names].sort().map((nic) => {
    const of = (counter: string): number => totals.get(`nic/${nic}/${counter}`) ?? 0;
    return {
      nic,
      rxBytes: of('rxBytes'),
      txBytes: of('txBytes'),
      rxPackets: of('rxPackets'),
      txPackets: of('txPackets'),
    };
  });
}

function numbered(totals: Map<string, number>, pattern: RegExp): [number, number][] {
  return [...totals]
    .flatMap(([name, sum]): [number, number][] => {
      const number = name.match(pattern)?.[1];
      return number === undefined ? [] : [[Number(number), sum]];
    })
    .sort(([a], [b]) => a - b);
}
