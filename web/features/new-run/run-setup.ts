import type { StepSpec, ToolAbilities } from '@contract/load';
import type { RunSpec } from '@contract/spec';
import { parseCpuList } from '@rules/cpus/cpu-list';
import { onOneMachine } from '@rules/hosts/machine';
import { portions, toolCpuCount } from '@rules/load/share-out';
import { meanBytes } from '@rules/spec/reference-routes';
import { clientScope, cpusOf, serverScope } from '@/features/draft/host-scope';
import { loadPathOf, meantNic } from '@/features/draft/meant-nic';
import { bothFacts, factsAt, type HostOf, toolAbilitiesOn } from '@/features/draft/run-facts';
import { slowestLink } from '@/features/draft/server-address';
import type { ToolName } from '@/lib/tools';
import { defaultToolWorkers, type PlannedLoad, stepWorkers } from './plan/estimate';

/** One client, as far as it bears on figures. */
export interface ClientSetup {
  hostId: string;
  /** It is the server's host, too. */
  withServer: boolean;
  /** Two agents may share one machine. */
  sameMachine: boolean;
  toolCpus: number[];
  /** CPUs by which steps are shared out. */
  shareCpus: number;
  onlineCpus: number[];
  /** Threads or processes of the tool, where a step asks for no other number. */
  toolWorkers: number;
}

/** A spec applied to the hosts as they are. */
export interface Setup {
  tool: ToolName;
  /** What every client's tool can do; null: none of them tells. */
  abilities: ToolAbilities | null;
  load: PlannedLoad;
  /** Empty where no agent is on the target's host. */
  targetCpus: number[];
  clients: ClientSetup[];
  /** A person asked for a number of workers; else it is the default. */
  toolWorkersAsked: boolean;
  /** Bytes of an average answer; null for a target with unknown answers. */
  answerBytes: number | null;
  /** The slowest link on the way; null: loopback, one machine, or its driver does not say. */
  linkBitsPerSecond: number | null;
}

/** Null as long as a host is not known. */
export function setupOf(spec: RunSpec, hostOf: HostOf): Setup | null {
  const { server, target, requests, load } = spec;
  const facts = serverFacts(spec, hostOf);
  const clients = spec.clients.map(({ hostId }) => clientSetup(spec, hostId, hostOf));
  if ((server && !facts) || clients.length === 0 || clients.some((client) => client === null)) return null;
  const ids = spec.clients.map(({ hostId }) => hostId);
  const links = ids.flatMap((id) => {
    const client = factsAt(hostOf, id);
    return server && facts && client && id !== server.hostId ? [slowestLink(server.address, facts, client)] : [];
  });
  return {
    tool: load.tool,
    abilities: toolAbilitiesOn(hostOf, ids, load.tool),
    load,
    targetCpus: targetCpusOf(spec, hostOf),
    clients: clients as ClientSetup[],
    toolWorkersAsked: load.toolWorkers !== null,
    answerBytes: target.kind === 'reference' ? meanBytes(requests) : null,
    linkBitsPerSecond: lowest(links),
  };
}

/** Where clients arrive over several links, the least of the server's end and theirs. */
function lowest(links: (number | null)[]): number | null {
  const known = links.filter((link) => link !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Null where no agent is on the target's host. */
const serverFacts = ({ server }: RunSpec, hostOf: HostOf) => (server ? factsAt(hostOf, server.hostId) : null);

function serverNic(spec: RunSpec, hostOf: HostOf, clientId: string): string | null {
  const asked = spec.tuning.server?.nic ?? null;
  return meantNic('server', asked, loadPathOf(spec), bothFacts(hostOf, spec.server?.hostId ?? '', clientId));
}

function targetCpusOf(spec: RunSpec, hostOf: HostOf): number[] {
  const facts = serverFacts(spec, hostOf);
  const nic = serverNic(spec, hostOf, spec.clients[0]?.hostId ?? '');
  return (facts && serverScope(facts, nic, spec.tuning.targetCpus).target) ?? [];
}

function clientSetup(spec: RunSpec, hostId: string, hostOf: HostOf): ClientSetup | null {
  const both = bothFacts(hostOf, spec.server?.hostId ?? '', hostId);
  if (!both.client || (spec.server && !both.server)) return null;
  const withServer = hostId === spec.server?.hostId;
  const nic = meantNic('clients', spec.tuning.clients?.nic ?? null, loadPathOf(spec), both);
  const scope =
    withServer && both.server
      ? serverScope(both.server, serverNic(spec, hostOf, hostId), spec.tuning.targetCpus)
      : clientScope(both.client, nic);
  const toolCpus = cpusOf(spec.load.toolCpus, scope);
  const onlineCpus = parseCpuList(both.client.onlineCpus);
  return {
    hostId,
    withServer,
    sameMachine: withServer || (both.server !== null && onOneMachine(both.client, both.server)),
    toolCpus,
    shareCpus: toolCpuCount(spec, { hostId, facts: both.client }),
    onlineCpus,
    toolWorkers: spec.load.toolWorkers ?? defaultToolWorkers(toolCpus.length),
  };
}

/** What each client is asked for of a step, connections or requests per second; null where it cannot be shared out. */
export function stepShares({ clients }: Setup, step: StepSpec): number[] | null {
  const whole = step.loop === 'closed' ? step.connections : step.requestsPerSecond;
  const weights = clients.map(({ shareCpus }) => shareCpus);
  return whole < weights.length ? null : portions(whole, weights);
}

export interface StepWorkers {
  asked: boolean;
  /** That were asked for, or are the default. */
  wanted: number;
  /** That the step gets; null: it is refused. */
  got: number | null;
  /** This client's share of the connections; null where a rate is shared out. */
  connections: number | null;
}

/** The tool's workers on each client in a step. */
export function workersOf(setup: Setup, step: StepSpec, evenly: boolean): StepWorkers[] {
  const shares = stepShares(setup, step);
  return setup.clients.map((client, index) => {
    const wanted = step.toolWorkers ?? client.toolWorkers;
    const asked = step.toolWorkers !== null || setup.toolWorkersAsked;
    const connections = step.loop === 'closed' ? (shares?.[index] ?? null) : null;
    if (connections === null || connections < 1) return { asked, wanted, got: wanted, connections };
    const got = evenly ? stepWorkers(connections, wanted, asked) : Math.min(wanted, connections);
    return { asked, wanted, got, connections };
  });
}
