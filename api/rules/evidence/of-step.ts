import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import type { UnderLoad } from '../../contract/host-counts.ts';
import type { MeasuredHost } from '../../contract/run.ts';
import type { HostEvidence } from '../../contract/tuning.ts';

import { parseCpuList, unionOfCpuLists } from '../cpus/cpu-list.ts';
import { onOneMachine } from '../hosts/machine.ts';
import { toolCpus } from '../load/share-out.ts';
import type { MeasuredRun, MeasuredStep } from '../run/measured-run.ts';
import { backendEvidence } from './backend-evidence.ts';
import { lockEvidence } from './lock-evidence.ts';
import { isTarget, sharedMachine } from './shared-machine.ts';
import { type SideSeen, sideEvidence } from './side-evidence.ts';
import { stallsOf } from './stalls.ts';

type Observed = Pick<MeasuredRun, 'spec' | 'hosts' | 'target'>;

/** What the hosts counted in one step, and what each client's tool counted second by second, where it does. */
export interface StepCounts {
  hosts: HostEvidence[];
  succeededBySecond: (readonly number[] | null)[];
}

/** How much of each resource a measured step used; null where nothing was measured. */
export function stepEvidence(run: Observed, step: MeasuredStep, counts: StepCounts): StepEvidence | null {
  if (!step.point) return null;
  const shared = sharedMachine(run) !== null;
  const server = run.hosts.find(({ roles }) => roles.includes('server'));
  const clients = run.hosts.filter(({ roles }) => roles.includes('client'));
  const backend = run.hosts.find(({ roles }) => roles.includes('backend'));
  const common = (host: MeasuredHost) => ({
    host,
    machineId: machineId(run, host),
    neighboursCpus: neighboursCpus(run, step, host),
    shared,
    evidence: counts.hosts.find(({ hostId }) => hostId === host.hostId) ?? null,
  });
  return {
    server: server ? sideEvidence(serverSeen(run, step, common(server))) : null,
    clients: clients.map((client) => sideEvidence(clientSeen(run, step, common(client)))),
    ...(backend && { backendHost: sideEvidence(backendSeen(common(backend))) }),
    // Whether a target without an agent is on a machine of its own is not known.
    sharedMachine: shared || server ? shared : null,
    ...secondsOf(counts, run.hosts, server?.hostId ?? '', step.point.durationUs),
    locks: lockEvidence(step.profiles),
    ...services(run, counts),
    ...backendEvidence(run, counts.hosts),
  };
}

/** The first of the run's hosts on this machine, where another agent is there; else undefined. */
function machineId({ hosts }: Observed, { facts }: MeasuredHost): string | undefined {
  const here = hosts.filter((one) => onOneMachine(one.facts, facts));
  return here.length > 1 ? here[0]?.hostId : undefined;
}

/** What target and tools of other agents on the machine used; null where it is not known, or a target without an agent may be there. */
function neighboursCpus(run: Observed, step: MeasuredStep, host: MeasuredHost): number | null {
  if (isTarget(host, run.target)) return null;
  const used = run.hosts
    .filter((one) => one.hostId !== host.hostId && onOneMachine(one.facts, host.facts))
    .flatMap((one) => one.roles.map((role) => USED_BY[role](run, step, one)));
  return used.reduce((sum, cpus) => (sum === null || cpus === null ? null : sum + cpus), 0);
}

type UsedBy = (run: Observed, step: MeasuredStep, host: MeasuredHost) => number | null;

/** CPUs that a host's part of the load used; of services the agent counts none apart. */
const USED_BY: Record<MeasuredHost['roles'][number], UsedBy> = {
  server: (_, { point }) => point?.serverCpus ?? null,
  client: ({ spec }, { clients, point }, { hostId }) =>
    clients.find((one) => one.hostId === hostId)?.figures?.cpus ??
    // Older runs kept one figure for all clients, which an only client's is.
    (spec.clients.length === 1 ? (point?.clientCpus ?? null) : null),
  backend: () => null,
};

/** On whichever host they were. */
function services({ hosts }: Observed, counts: StepCounts): Pick<StepEvidence, 'disk' | 'cacheServer'> {
  const on = <T>(of: (load: UnderLoad) => T | undefined): (T & { hostId: string; name: string }) | null => {
    for (const { hostId, underLoad } of counts.hosts) {
      const counted = underLoad && of(underLoad);
      const name = hosts.find((host) => host.hostId === hostId)?.name;
      if (counted && name !== undefined) return { ...counted, hostId, name };
    }
    return null;
  };
  const disk = on((load) => load.disk);
  const cacheServer = on((load) => load.cacheServer);
  return { ...(disk && { disk }), ...(cacheServer && { cacheServer }) };
}

type Common = Pick<SideSeen, 'host' | 'machineId' | 'neighboursCpus' | 'shared' | 'evidence'>;

function serverSeen(run: Observed, step: MeasuredStep, common: Common): SideSeen {
  const { target } = run;
  const workers = common.evidence?.placement?.workers ?? [];
  const placed = unionOfCpuLists(workers.map(({ cpusAllowed }) => cpusAllowed));
  const online = parseCpuList(common.host.facts.onlineCpus);
  const asked = target?.cpus ? parseCpuList(target.cpus) : online;
  const cpusAllowed = placed.length > 0 ? placed : asked;
  return {
    ...common,
    side: 'server',
    cpusAllowed,
    processCpus: USED_BY.server(run, step, common.host),
    hottestThread: (load) => hottestWorker(load, parallelism(target, workers, cpusAllowed.length), workers.length),
  };
}

/** How many CPUs one worker can use at a time; null for a target that does not say, and may use any number. */
function parallelism(target: Observed['target'], placed: { threads: number }[], cpusAllowed: number): number | null {
  const most =
    target?.goMaxProcsPerWorker ?? (placed.length > 0 && placed.every(({ threads }) => threads === 1) ? 1 : null);
  return most === null ? null : Math.max(1, Math.min(most, cpusAllowed));
}

/** Its share of the CPUs that it can use at a time. The first of several processes is their master. */
function hottestWorker({ targetWorkers, seconds }: UnderLoad, most: number | null, processes: number) {
  if (most === null || seconds === 0) return null;
  const [hottest] = targetWorkers.toSorted((a, b) => b.cpuUs - a.cpuUs);
  if (!hottest) return null;
  const several = Math.max(processes, targetWorkers.length) > 1;
  const own = hottest.worker === 0 ? 'the master' : `worker ${hottest.worker - 1}`;
  const name = several ? own : 'the only process';
  return {
    name: most === 1 ? name : `${name} (GOMAXPROCS ${most})`,
    busy: hottest.cpuUs / (seconds * 1e6 * most),
  };
}

function clientSeen(run: Observed, step: MeasuredStep, common: Common): SideSeen {
  return {
    ...common,
    side: 'client',
    cpusAllowed: toolCpus(run.spec, common.host, run.target?.cpus ?? undefined),
    processCpus: USED_BY.client(run, step, common.host),
    hottestThread: hottestThread,
  };
}

/** Services have no CPUs of their own. */
const backendSeen = (common: Common): SideSeen => ({
  ...common,
  side: 'backend',
  cpusAllowed: parseCpuList(common.host.facts.onlineCpus),
  processCpus: null,
  hottestThread: () => null,
});

function hottestThread({ toolThreads, toolThreadsUs, seconds }: UnderLoad): SideEvidence['hottestThread'] {
  const us = toolThreadsUs ?? seconds * 1e6;
  const [hottest] = toolThreads.toSorted((a, b) => b.cpuUs - a.cpuUs);
  return hottest && us > 0 ? { name: `thread ${hottest.thread}`, busy: hottest.cpuUs / us } : null;
}

/** The server's own count is independent of the tool, and so goes first. */
function secondsOf(
  { hosts, succeededBySecond }: StepCounts,
  named: readonly MeasuredHost[],
  serverId: string,
  durationUs: number | null,
): Pick<StepEvidence, 'requestsBySecond' | 'requestsBySecondSource' | 'stalls'> {
  const own = hosts.find(({ hostId }) => hostId === serverId)?.requestsBySecond;
  const bySecond = own ?? toolSeconds(succeededBySecond);
  if (!bySecond) return { requestsBySecond: null, requestsBySecondSource: null };
  const stalls = stallsOf({ bySecond, hostId: own ? serverId : null, durationUs }, hosts, named);
  return { requestsBySecond: bySecond, requestsBySecondSource: own ? 'server' : 'tool', ...(stalls && { stalls }) };
}

/** Sums over all clients; null as soon as one of them did not count. */
export function toolSeconds(succeededBySecond: StepCounts['succeededBySecond']): number[] | null {
  const series = succeededBySecond.flatMap((one) => (one && one.length > 0 ? [one] : []));
  if (series.length === 0 || series.length < succeededBySecond.length) return null;
  const seconds = Math.min(...series.map((one) => one.length));
  return Array.from({ length: seconds }, (_, i) => series.reduce((sum, one) => sum + (one[i] ?? 0), 0));
}
