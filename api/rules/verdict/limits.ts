import type { NicUse, SideEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import type { Wall } from '../../contract/verdict.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { amount, bits, percent } from './amounts.ts';
import { competingText } from './competing-words.ts';
import { atLeast, type CpuState, cpuStateIn, mayHoldCore, sharesCpus } from './cpu-busy.ts';
import { evidenceOf, type MeasuredStep } from './measured-step.ts';
import { allCpusText, cpuText } from './side-words.ts';
import { CORE_FULL, NIC_FULL, SOFTIRQ_MAINLY } from './thresholds.ts';
import { type WorkersUse, workersUse } from './tool-workers.ts';

/** A resource that was full. */
export interface Limit {
  wall: Wall;
  host: SideEvidence;
  /** Full as measured; else it is the likeliest reading of what was measured. */
  measured: boolean;
  /** The limit with its arithmetic, as a clause. */
  told: string;
}

/** Everything that was full in a step: of clients, of the server, of the network. */
export function limitsOf(step: MeasuredStep, run: Run): Limit[] {
  const evidence = evidenceOf(step);
  const shared = sharesCpus(evidence);
  const several = evidence.clients.length > 1;
  const sides = [...evidence.clients, ...(evidence.server ? [evidence.server] : [])];
  const found = sides.flatMap((side) => {
    const where = side.side === 'client' && several ? `on ${side.name} ` : '';
    const state = cpuStateIn(evidence, side);
    const cpu = cpuLimit(side, where, state) ?? heldLimit(side, state);
    const use = workersUse(side, step, run);
    const part = coreLimit(side, where, shared) ?? (use && workersLimit(side, where, use));
    return [...[cpu ?? part].filter((one) => one !== null), ...nicLimits(side), ...allowanceLimits(side)];
  });
  return onceEach(found);
}

/** A host with CPUs held by others is named once, also when it has both sides or several clients. */
function onceEach(limits: Limit[]): Limit[] {
  const isFirst = ({ told }: Limit, at: number) => limits.findIndex((one) => one.told === told) === at;
  return limits.filter((one, at) => one.wall !== 'competing-load' || isFirst(one, at));
}

function heldLimit(side: SideEvidence, state: CpuState): Limit | null {
  if (state.fullness !== 'held') return null;
  return { wall: 'competing-load', host: side, measured: true, told: competingText(side, state) };
}

function cpuLimit(side: SideEvidence, where: string, state: CpuState): Limit | null {
  if (state.fullness !== 'full') return null;
  const wall = side.side === 'client' ? 'client-cpu' : 'server-cpu';
  return { wall, host: side, measured: state.fullButFor === null, told: `${where}${cpuText(side, state)}` };
}

/** One thread or one CPU that is full while others of the side idle. */
function coreLimit(side: SideEvidence, where: string, shared: boolean): Limit | null {
  const { hottestThread: thread, hottestCpu: core } = side;
  const whole = allCpusText(side);
  const wall = side.side === 'client' ? 'client-thread' : 'server-core';
  const meanwhile = whole === '' ? '' : `, while ${whole}`;
  const full = `full from ${percent(CORE_FULL)}`;
  if (thread && atLeast(thread.busy, CORE_FULL)) {
    // A worker of the target may have several threads, and its share is of the CPUs that it can use at a time.
    const of = side.side === 'client' ? 'one CPU' : 'what it can use at a time';
    const told = `${where}${thread.name} used ${percent(Math.min(1, thread.busy))} of ${of} (${full})${meanwhile}`;
    return { wall, host: side, measured: true, told };
  }
  // A CPU that both sides may use, or that others may have held, is no proof of who filled it.
  if (!core || shared || !atLeast(core.busy, CORE_FULL) || mayHoldCore(side, core)) return null;
  const named = core.cpu === null ? 'one CPU' : `CPU ${core.cpu}`;
  const softirq = core.softirq === null ? '' : `, ${percent(core.softirq)} in softirq`;
  const told = `${where}${named} was ${percent(core.busy)} busy${softirq} (${full})${meanwhile}`;
  return { wall, host: side, measured: side.side === 'server' || thread !== null, told };
}

/**
 * All workers of a tool, by what its processes used in all: then none of them had room. Where a thread was seen and does not
 * agree (one that is found late is counted for a part of the step), it is the likelier reading.
 */
function workersLimit(side: SideEvidence, where: string, { workers, cpus, share, full }: WorkersUse): Limit | null {
  if (!full) return null;
  const allowed = side.cpusAllowed ?? side.cpus;
  const used =
    allowed === null
      ? `${amount(cpus)} ${cpus === 1 ? 'CPU' : 'CPUs'}`
      : `${amount(cpus)} of ${plural(allowed, 'CPU')}`;
  const own = workers === 1 ? 'only worker' : `${formatCount(workers)} workers`;
  const told = `${where}the tool used ${used}, and its ${own} can use ${formatCount(workers)} at a time (${percent(Math.min(1, share))}, full from ${percent(CORE_FULL)})`;
  return { wall: 'client-thread', host: side, measured: side.hottestThread === null, told };
}

/** The network takes most of the busiest CPU of the side. */
export const mainlySoftirq = ({ hottestCpu, hottestThread }: SideEvidence): boolean =>
  hottestCpu !== null &&
  (hottestThread === null || !atLeast(hottestThread.busy, CORE_FULL)) &&
  (hottestCpu.softirq ?? 0) >= SOFTIRQ_MAINLY * hottestCpu.busy;

function nicLimits(side: SideEvidence): Limit[] {
  return side.nics.flatMap((nic) =>
    directions(nic).flatMap(({ verb, perSecond }): Limit[] => {
      const { ceilingBitsPerSecond: ceiling } = nic;
      if (perSecond === null || !ceiling || !atLeast(perSecond / ceiling, NIC_FULL)) return [];
      const told = `${nic.name} of ${side.name} ${verb} ${bits(perSecond)} of ${bits(ceiling)} (${percent(perSecond / ceiling)}, full from ${percent(NIC_FULL)}; the ceiling is ${nic.ceilingSource ?? 'as stated'})`;
      return [{ wall: 'nic-bandwidth', host: side, measured: true, told }];
    }),
  );
}

export const directions = (nic: NicUse) => [
  { verb: 'received', perSecond: nic.rxBitsPerSecond, resource: 'nic-receive', does: 'receives' },
  { verb: 'sent', perSecond: nic.txBitsPerSecond, resource: 'nic-transmit', does: 'sends' },
];

/** ENA's limits: of bandwidth, or of packets and connections. Traffic to local services is none of the load. */
function allowanceLimits({ counters, ...side }: SideEvidence): Limit[] {
  return (counters?.allowanceExceeded ?? []).flatMap(({ name, count: many }): Limit[] => {
    if (many <= 0 || name.startsWith('linklocal')) return [];
    const wall = name.startsWith('bw_') ? 'nic-bandwidth' : 'packet-rate';
    const told = `the cloud’s limits delayed or dropped ${plural(many, 'packet')} on ${side.name} (${name} rose by ${formatCount(many)}, full when it rises)`;
    return [{ wall, host: { ...side, counters }, measured: true, told }];
  });
}
