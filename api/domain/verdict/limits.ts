import type { NicUse, SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import type { Wall } from '../../contract/verdict.ts';
import { bits, count, percent, plural } from './amounts.ts';
import { atLeast, cpuState, sharesCpus } from './cpu-busy.ts';
import { allCpusText, cpuText } from './side-words.ts';
import { CORE_FULL, NIC_FULL, SOFTIRQ_MAINLY } from './thresholds.ts';

/** A resource that was full. */
export interface Limit {
  wall: Wall;
  host: SideEvidence;
  /** Full as measured; else it is the likeliest reading of what was measured. */
  measured: boolean;
  /** With its arithmetic, as a clause. */
  told: string;
}

/** Everything that was full in a step: of clients, of the server, of the network. */
export function limitsOf(evidence: StepEvidence): Limit[] {
  const shared = sharesCpus(evidence);
  const several = evidence.clients.length > 1;
  const sides = [...evidence.clients, ...(evidence.server ? [evidence.server] : [])];
  return sides.flatMap((side) => {
    const where = side.side === 'client' && several ? `on ${side.name} ` : '';
    const cpu = cpuLimit(side, where, shared);
    return [...(cpu ? [cpu] : coreLimit(side, where, shared)), ...nicLimits(side), ...allowanceLimits(side)];
  });
}

function cpuLimit(side: SideEvidence, where: string, shared: boolean): Limit | null {
  const state = cpuState(side, shared);
  if (state.fullness !== 'full') return null;
  const wall = side.side === 'client' ? 'client-cpu' : 'server-cpu';
  return { wall, host: side, measured: true, told: `${where}${cpuText(side, state)}` };
}

/** One thread or one CPU that is full while others of the side idle. */
function coreLimit(side: SideEvidence, where: string, shared: boolean): Limit[] {
  const { hottestThread: thread, hottestCpu: core } = side;
  const whole = allCpusText(side);
  const wall = side.side === 'client' ? 'client-thread' : 'server-core';
  const meanwhile = whole === '' ? '' : `, while ${whole}`;
  const full = `full from ${percent(CORE_FULL)}`;
  if (thread && atLeast(thread.busy, CORE_FULL)) {
    // A worker of the target may have several threads, and its share is of the CPUs that it can use at a time.
    const of = side.side === 'client' ? 'one CPU' : 'what it can use at a time';
    const told = `${where}${thread.name} used ${percent(thread.busy)} of ${of} (${full})${meanwhile}`;
    return [{ wall, host: side, measured: true, told }];
  }
  // Of CPUs that both sides may use nobody can say by whom the busiest was.
  if (!core || shared || !atLeast(core.busy, CORE_FULL)) return [];
  const named = core.cpu === null ? 'one CPU' : `CPU ${core.cpu}`;
  const softirq = core.softirq === null ? '' : `, ${percent(core.softirq)} in softirq`;
  const told = `${where}${named} was ${percent(core.busy)} busy${softirq} (${full})${meanwhile}`;
  return [{ wall, host: side, measured: side.side === 'server' || thread !== null, told }];
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
    const told = `the cloud’s limits delayed or dropped ${plural(many, 'packet')} on ${side.name} (${name} rose by ${count(many)}, full when it rises)`;
    return [{ wall, host: { ...side, counters }, measured: true, told }];
  });
}
