import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import { traitsOf } from '../load/tool-traits.ts';
import { unmeasuredOrigin } from '../spec/external-target.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { amount, percent } from './amounts.ts';
import { competingNext, competingText, type HeldSide } from './competing-words.ts';
import { atLeast, type CpuState, cpuStateIn, mainlySoftirq, mayHoldCore, servicesCpusOn } from './cpu-busy.ts';
import type { Limit } from './limit.ts';
import { evidenceOf, type MeasuredStep, sidesOf } from './measured-step.ts';
import { onOneMachine, sharersOfCpu } from './shared-cpus.ts';
import { allCpusText, cpuText, fullShare, stolenText } from './side-words.ts';
import { CORE_FULL, CPU_FULL, QUOTA_HELD } from './thresholds.ts';
import { type WorkersUse, workersOn, workersUse } from './tool-workers.ts';

/** A side whose CPUs are looked at. */
interface Looked {
  side: SideEvidence;
  state: CpuState;
  evidence: StepEvidence;
  /** 'on c2 ', where there are several clients. */
  where: string;
  figure: string;
  run: Run;
  /** Of the tool, where that is known; null for the server. */
  workers: number | null;
}

/** All CPUs of a side, whatever filled them; otherwise one CPU, or the workers of the tool. */
export function cpuLimits(side: SideEvidence, step: MeasuredStep, run: Run): Limit[] {
  const evidence = evidenceOf(step);
  const where = side.side === 'client' && evidence.clients.length > 1 ? `on ${side.name} ` : '';
  const figure = `${formatCount(step.point.requestsPerSecond)} req/s`;
  const workers = side.side === 'client' ? workersOn(step, run, side.hostId) : null;
  const looked = { side, state: cpuStateIn(evidence, side), evidence, where, figure, run, workers };
  const all = cpuLimit(looked) ?? heldLimit(looked) ?? stolenLimit(looked) ?? quotaLimit(looked);
  if (all) return [all];
  const use = workersUse(side, step, run);
  const part = coreLimit(looked) ?? (use && workersLimit(looked, use));
  return part ? [part] : [];
}

/** Every side of the same host with CPUs that others held. */
function heldOn(side: SideEvidence, evidence: StepEvidence): HeldSide[] {
  return sidesOf(evidence)
    .filter((one) => one === side || (side.hostId !== null && onOneMachine(evidence, side, one) === true))
    .map((one) => ({ side: one, state: cpuStateIn(evidence, one) }))
    .filter(({ state }) => state.fullness === 'held');
}

function heldLimit({ side, state, evidence, run }: Looked): Limit | null {
  if (state.fullness !== 'held') return null;
  const unmeasured = unmeasuredOrigin(run) && {
    conclusion: `Whether the target is the limit is not known: no agent measures it, and if it runs on ${side.name} it is one of them.`,
  };
  const held = heldOn(side, evidence);
  const surely = held.every((one) => one.state.heldSurely);
  const told = `${competingText(held, evidence)}${surely ? '' : '; on which CPUs they ran was not counted'}`;
  const named = `other processes on ${side.name} (${amount(side.otherCpus ?? 0)} CPUs)`;
  const limit = { wall: 'competing-load', host: side, measured: surely, named, told } as const;
  return { ...limit, ...unmeasured, ...competingNext(evidence) };
}

function cpuLimit(looked: Looked): Limit | null {
  const { side, state, where, run } = looked;
  if (state.fullness !== 'full') return null;
  const measured = state.fullButFor === null;
  const named = `${side.side} CPU at ${fullShare(state)}`;
  const full = { host: side, measured, named, told: `${where}${cpuText(side, state)}` };
  if (side.side === 'client')
    return { ...full, wall: 'client-cpu', next: `${moreClient(run)}, and see whether throughput rises.` };
  return {
    ...full,
    wall: 'server-cpu',
    conclusion: given(looked),
    next: `Profile ${canProfile(run) ? 'the target’s CPU time' : 'what the CPUs of its host run (on-CPU)'} and make a request cheaper, or give it more CPUs, and see whether throughput rises by as much.`,
  };
}

/** The CPUs had no more to give, as the hypervisor gave the rest to others: what it would take to fill them is not known. */
function stolenLimit({ side, state: { fullness, busy }, where, figure }: Looked): Limit | null {
  if (fullness !== 'stolen' || busy === null) return null;
  const told = `${where}its CPUs were ${stolenText(busy)} (no more to use from ${percent(CPU_FULL)} together)`;
  return {
    host: side,
    measured: false,
    named: `the CPUs of ${side.name}, ${percent(busy.stolen)} stolen by the hypervisor`,
    told,
    next: 'Use a host with CPUs of its own (none that is burstable or overcommitted), and run the same load again.',
    ...(side.side === 'client'
      ? { wall: 'client-cpu' }
      : { wall: 'server-cpu', conclusion: `${figure} is what the server gives with what the hypervisor left it.` }),
  };
}

/** A limit of the control group that holds processes up while the CPUs of the host have room. */
function quotaLimit({ side, where, figure, run }: Looked): Limit | null {
  // What an agent did not start is in another group than its own, which is the one that is read.
  if (side.side === 'server' && run.spec.target.kind === 'listening') return null;
  const { cgroupPeriods: all, cgroupThrottledPeriods: held } = side.counters ?? {};
  if (!all || !held || held / all < QUOTA_HELD) return null;
  const told = `${where}the CPU limit of the agent’s control group held ${side.name} up in ${formatCount(held)} of ${plural(all, 'period')} (${percent(held / all)}, the limit from ${percent(QUOTA_HELD)})`;
  return {
    host: side,
    measured: false,
    named: `the CPU limit of the control group on ${side.name}`,
    told,
    next: 'Raise the CPU limit of the agent’s service or container, and run the same load again.',
    ...(side.side === 'client'
      ? { wall: 'client-cpu' }
      : { wall: 'server-cpu', conclusion: `${figure} is what the server gives within that limit.` }),
  };
}

/** What the figure is of a server with saturated CPUs, as far as it is known whose work saturated them. */
function given({ side, state, figure }: Looked): string {
  if (state.fullButFor !== null)
    return `${figure} is what the server gives with what other processes left of these CPUs.`;
  const ownAlone = state.process !== null && (side.otherCpus !== null || atLeast(state.process.share, CPU_FULL));
  if (ownAlone) return `${figure} is what the server gives with these CPUs.`;
  return state.process === null
    ? 'The work may not be the server’s alone: CPU time per process was not recorded.'
    : 'The rest may be other processes’ work: their CPU time was not recorded.';
}

/** The only process of a target may use several CPUs at a time: its share is of these. */
const usesSeveral = ({ side, processes, processCpus }: SideEvidence): boolean =>
  side === 'server' && processes === 1 && processCpus !== null && processCpus > 1.5;

function threadName(side: SideEvidence): string {
  if (side.side === 'client') return 'one client thread';
  return usesSeveral(side) ? 'the only server process' : 'one server core';
}

const severalAtOnce = (side: SideEvidence): string =>
  usesSeveral(side) ? ' of the CPUs that it can use at a time' : '';

/** One thread or one CPU that is full while others of the side idle. */
function coreLimit(looked: Looked): Limit | null {
  const { side, evidence, where } = looked;
  const { hottestThread: thread, hottestCpu: core } = side;
  const whole = allCpusText(side);
  const meanwhile = whole === '' ? '' : `, while ${whole}`;
  const full = `saturated from ${percent(CORE_FULL)}`;
  if (thread && atLeast(thread.busy, CORE_FULL)) {
    // A worker of the target may have several threads; its share is of the CPUs that it can use at once.
    const of = side.side === 'client' ? 'one CPU' : 'what it can use at a time';
    const told = `${where}${thread.name} used ${percent(Math.min(1, thread.busy))} of ${of} (${full})${meanwhile}`;
    return partLimit(looked, true, {
      named: `${threadName(side)} at ${percent(Math.min(1, thread.busy))}${severalAtOnce(side)}`,
      told,
    });
  }
  // A CPU that both sides may use, or that others may have held, is no proof of who filled it.
  if (!core || sharersOfCpu(evidence, side, core.cpu).length > 0 || !atLeast(core.busy, CORE_FULL)) return null;
  if (mayHoldCore(side, core, servicesCpusOn(side, evidence))) return null;
  const named = core.cpu === null ? 'one CPU' : `CPU ${core.cpu}`;
  const softirq = core.softirq === null ? '' : `, ${percent(core.softirq)} in softirq`;
  const told = `${where}${named} was ${percent(core.busy)} busy${softirq} (${full})${meanwhile}`;
  const one = { named: `one ${side.side} core at ${percent(core.busy)}`, told };
  return partLimit(looked, side.side === 'server' || thread !== null, one);
}

/**
 * All workers of a tool, by the CPU time of its processes: then none had room. If a thread was seen that disagrees (a
 * thread that is found late counts for only part of the step), this is the likelier reading.
 */
function workersLimit(looked: Looked, { workers, cpus, share, full }: WorkersUse): Limit | null {
  if (!full) return null;
  const { side, where } = looked;
  const allowed = side.cpusAllowed ?? side.cpus;
  const used =
    allowed === null
      ? `${amount(cpus)} ${cpus === 1 ? 'CPU' : 'CPUs'}`
      : `${amount(cpus)} of ${plural(allowed, 'CPU')}`;
  const own = workers === 1 ? 'only worker' : `${formatCount(workers)} workers`;
  const told = `${where}the tool used ${used}, and its ${own} can use ${formatCount(workers)} at a time (${percent(Math.min(1, share))}, saturated from ${percent(CORE_FULL)})`;
  return partLimit(looked, side.hottestThread === null, {
    named: `client threads at ${percent(Math.min(1, share))}`,
    told,
  });
}

/** A part of a side's CPUs: threads of the tool, or one core of the server. */
function partLimit(looked: Looked, measured: boolean, said: Pick<Limit, 'named' | 'told'>): Limit {
  const { side, state, run } = looked;
  const full = { host: side, measured, ...said };
  if (side.side === 'client') return { ...full, wall: 'client-thread', next: threadNext(looked) };
  const conclusion =
    state.fullness === 'free'
      ? 'Other CPUs of the server had room.'
      : 'Whether other CPUs of the server had room is not known.';
  return { ...full, wall: 'server-core', conclusion, next: coreNext(side, run) };
}

function threadNext({ side, run, workers }: Looked): string {
  if (mainlySoftirq(side)) return spreadPackets('client');
  const cpus = side.cpusAllowed ?? side.cpus;
  // More workers than CPUs only take turns; and some tools have as many as they choose.
  if (traitsOf(run.spec.load.tool).choosesWorkers || (workers !== null && cpus !== null && workers >= cpus))
    return `${moreClient(run)}, and see whether throughput rises.`;
  const room = cpus ? ` (it may use ${plural(cpus, 'CPU')})` : '';
  const other = isVolley(run) ? '' : ', or use a load generator with a thread for each CPU, such as volley';
  return `Ask for more workers of the tool${room}, with connections for each of them${other}, and see whether throughput rises.`;
}

/** What a run may ask of the reference server, others are given by their own configuration. */
function coreNext(side: SideEvidence, { spec: { target } }: Run): string {
  if (mainlySoftirq(side)) return spreadPackets('server');
  const ownConfiguration = target.kind === 'named' || target.kind === 'listening';
  const where = ownConfiguration ? 'in its own configuration' : 'prefork, GOMAXPROCS';
  return `Give the target more workers (${where}) or more connections, so that the work spreads over its CPUs, and see whether throughput rises.`;
}

const spreadPackets = (whose: string): string =>
  `Spread the packets of the ${whose}’s NIC over more CPUs (queues, interrupts, packet steering), and see whether throughput rises.`;

export const moreClient = (run: Run): string =>
  isVolley(run)
    ? 'Add a client host or give the tool more CPUs'
    : 'Add a client host, or use a load generator that costs less CPU for each request, such as volley';

const isVolley = ({ spec }: Run): boolean => spec.load.tool === 'volley';

/** A host's own target is profiled where its configuration file says where its profiles are; what listens already never is. */
export function canProfile({ spec: { target }, hosts }: Run): boolean {
  if (target.kind === 'listening') return false;
  if (target.kind !== 'named') return true;
  return hosts.some(({ facts }) => facts?.targets.some(({ name, profiles }) => name === target.name && profiles));
}
