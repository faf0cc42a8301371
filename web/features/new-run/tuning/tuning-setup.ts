import type { HostFacts } from '@contract/host';
import type { RunSpec } from '@contract/spec';
import type { HostTuning, SettingName } from '@contract/tuning';
import { isLocal, parseIp } from '@rules/hosts/ip-address';
import { clientScope, cpusOf, serverScope } from '@/features/draft/host-scope';
import { carryingNic, loadPathOf, meantNic } from '@/features/draft/meant-nic';
import { apartOf, bothFacts, type HostOf } from '@/features/draft/run-facts';
import type { Change } from '@/features/draft/spec-change-rows';
import { changesOf } from '@/features/draft/spec-changes';
import { type TuningSide, tuningOf } from '@/features/draft/tuning-changes';
import { plannedSeconds } from '@/features/new-run/plan/estimate';

export interface TunedHost {
  side: TuningSide;
  /** What it is called on screen. */
  label: string;
  tuning: HostTuning | null;
  /** CPUs that NIC interrupts are asked to go to; null when that is left as it is. */
  interruptCpus: number[] | null;
  /** CPUs that the target, or on another host the tool, may use. */
  workCpus: number[];
  onlineCpus: number[];
  /** Null: not known. */
  irqbalanceRuns: boolean | null;
  /** Settings that the host has nothing for, as far as its present values were read. */
  absent: SettingName[];
  /** The NIC that its addresses say carries the load; null: not known. */
  carrier: HostFacts['nics'][number] | null;
}

export interface TuningSetup {
  hosts: TunedHost[];
  loopback: boolean;
  /** Settings that differ from the run that this one is made from, else from hosts as they are. */
  changed: Change[];
  samplesPerSecond: number;
  seconds: number;
}

/** What a host's present settings tell. */
export interface Present {
  /** Null: not known. */
  irqbalanceRuns: boolean | null;
  absent: SettingName[];
}

export interface ToldByHosts {
  changed: Change[];
  labelOf: (hostId: string) => string;
  presentOf: (hostId: string) => Present;
}

/** Null as long as a host is not known. */
export function tuningSetupOf(spec: RunSpec, hostOf: HostOf, told: ToldByHosts): TuningSetup | null {
  const apart = apartOf(spec);
  const server = spec.server && tunedHost('server', spec.server.hostId, spec, hostOf, told);
  const clients = apart.map((id) => tunedHost('clients', id, spec, hostOf, told));
  if ((spec.server && server === null) || clients.some((client) => client === null)) return null;
  return {
    hosts: [...(server ? [server] : []), ...clients.filter((client) => client !== null)],
    loopback: staysLocal(spec, apart.length > 0),
    changed: told.changed,
    samplesPerSecond: spec.samplesPerSecond,
    seconds: plannedSeconds(spec.load),
  };
}

function tunedHost(
  side: TuningSide,
  hostId: string,
  spec: RunSpec,
  hostOf: HostOf,
  told: ToldByHosts,
): TunedHost | null {
  const path = loadPathOf(spec);
  const clientId = side === 'clients' ? hostId : (apartOf(spec)[0] ?? hostId);
  const facts = bothFacts(hostOf, spec.server?.hostId ?? '', clientId);
  const own = side === 'server' ? facts.server : facts.client;
  if (own === null) return null;
  const tuning = tuningOf(spec, side);
  const nic = meantNic(side, tuning?.nic ?? null, path, facts);
  const scope = side === 'server' ? serverScope(own, nic, spec.tuning.targetCpus) : clientScope(own, nic);
  const { cpus } = tuning?.interruptAffinity ?? {};
  return {
    side,
    label: told.labelOf(hostId),
    tuning,
    interruptCpus: cpus === undefined ? null : cpusOf(cpus, scope),
    workCpus: side === 'server' ? (scope.target ?? []) : cpusOf(spec.load.toolCpus, scope),
    onlineCpus: scope.online,
    ...told.presentOf(hostId),
    carrier: carryingNic(side, path, facts),
  };
}

function staysLocal({ server }: RunSpec, apart: boolean): boolean {
  const address = server?.address ? parseIp(server.address) : null;
  // On one host the kernel takes every one of its own addresses over loopback.
  return !apart || (address !== null && isLocal(address));
}

/** Settings that differ from the run that a spec was made from; without one, from hosts as they are. */
export function tuningDifferences(original: RunSpec | null, spec: RunSpec): Change[] {
  const before = original ?? { ...spec, tuning: { targetCpus: null, server: null, clients: null } };
  return changesOf(before, spec, {}, String).filter(({ tuning }) => tuning);
}
