import type { CreateExperiment, SpecChange } from '../../contract/experiment.ts';
import type { Host } from '../../contract/host.ts';
import type { Launch, LaunchSpec } from '../../contract/launch.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { expectedFacts } from './expected-facts.ts';

/**
 * Hosts of a launch that nobody has asked for yet: a run is configured on them as on any other, and gets the ids of the
 * launch's hosts when it is made.
 */
export interface PlannedHost {
  id: string;
  role: 'server' | 'client';
  instanceType: string;
}

const SERVER_ID = 'launch-server';
const CLIENT_ID = /^launch-client-(\d+)$/;

export const plannedServerId = SERVER_ID;
export const plannedClientIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `launch-client-${index + 1}`);

/** The host is not there before its launch is. */
export const isPlannedHost = (id: string): boolean => id === SERVER_ID || CLIENT_ID.test(id);

type Shape = Pick<LaunchSpec, 'server' | 'clients'>;

export function plannedHosts({ server, clients }: Shape): PlannedHost[] {
  return [
    ...(server ? [{ id: SERVER_ID, role: 'server' as const, instanceType: server.instanceType }] : []),
    ...plannedClientIds(clients?.count ?? 0).map((id) => ({
      id,
      role: 'client' as const,
      instanceType: clients?.instanceType ?? '',
    })),
  ];
}

/** As a host among others, as far as its type tells; `vcpus` by type, null where the catalogue lacks it. */
export function hostsToLaunch(
  shape: Shape,
  image: LaunchSpec['image'],
  vcpusOf: (instanceType: string) => number | null,
): Host[] {
  const all = plannedHosts(shape);
  return all.map((planned) => {
    const { id, role, instanceType } = planned;
    const alike = all.filter((one) => one.role === role);
    const name = `${instanceType} ${role}${alike.length > 1 ? ` ${alike.indexOf(planned) + 1}` : ''}`;
    const type = {
      vcpus: vcpusOf(instanceType) ?? vcpusOfSize(instanceType),
      cores: null,
      memoryBytes: 0,
      architecture: architectureOf(instanceType),
      clusterPlacement: true,
      spot: true,
    };
    return {
      id,
      name,
      status: 'awaited',
      dirtyReason: null,
      runId: null,
      agentVersion: '',
      lastSeenAtUs: 0,
      joinedAtUs: 0,
      labels: [],
      availability: 'open',
      queuedRuns: 0,
      facts: expectedFacts(instanceType, name, type, image),
    };
  });
}

/** As AWS names sizes: large has 2, xlarge 4, and 32xlarge 32 × 4. The host itself tells when it is there. */
function vcpusOfSize(instanceType: string): number {
  const size = instanceType.split('.')[1] ?? '';
  if (size === 'large') return 2;
  const times = size.match(/^(?:metal-)?(\d*)xl(?:arge)?$/)?.[1];
  return times === undefined ? 1 : 4 * Number(times || 1);
}

/** AWS marks types of its own processors by a g after the generation; a1 came before that. */
const architectureOf = (instanceType: string): 'arm64' | 'x86_64' =>
  /^(a1|[a-z]+\d+g[a-z]*)\./.test(instanceType) ? 'arm64' : 'x86_64';

/** The run on the hosts of the launch, in place of the planned ones. */
export const onLaunch = (spec: RunSpec, { places }: Pick<Launch, 'places'>): RunSpec =>
  withHosts(spec, launchedIds(places));

/** The experiment on the hosts of the launch; a change may name another of them. */
export function experimentOnLaunch<Asked extends Pick<CreateExperiment, 'baseline' | 'variants'>>(
  asked: Asked,
  launch: Pick<Launch, 'places'>,
): Asked {
  const ids = launchedIds(launch.places);
  const changed = ({ path, value }: SpecChange): SpecChange => ({
    path,
    value: NAMES_HOSTS.test(path) ? withIds(value, ids) : value,
  });
  return {
    ...asked,
    baseline: { ...asked.baseline, spec: withHosts(asked.baseline.spec, ids) },
    variants: asked.variants.map((variant) => ({ ...variant, changes: variant.changes.map(changed) })),
  };
}

const NAMES_HOSTS = /^\/(server|clients|backend)(\/|$)/;

function withIds(value: SpecChange['value'], ids: ReadonlyMap<string, string>): SpecChange['value'] {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIds(one, ids)]));
}

/** The other way round: a run that was made on a launch, as if its hosts were to be launched again. Null: it has others. */
export function asPlanned(spec: RunSpec, { places }: Pick<Launch, 'places'>): RunSpec | null {
  const planned = new Map([...launchedIds(places)].map(([plannedId, hostId]) => [hostId, plannedId]));
  const ids = [spec.server?.hostId, spec.backend?.hostId, ...spec.clients.map(({ hostId }) => hostId)];
  return ids.every((id) => id === undefined || planned.has(id)) ? withHosts(spec, planned) : null;
}

function withHosts(spec: RunSpec, ids: ReadonlyMap<string, string>): RunSpec {
  const at = <Part extends { hostId: string }>(part: Part): Part => ({
    ...part,
    hostId: ids.get(part.hostId) ?? part.hostId,
  });
  const { server, clients, backend } = spec;
  return { ...spec, server: server && at(server), clients: clients.map(at), backend: backend && at(backend) };
}

/** The id of each launched host by that of the planned one in its place. */
function launchedIds(places: Launch['places']): Map<string, string> {
  let clients = 0;
  return new Map(
    places.map(({ role, hostId }) => [role === 'server' ? SERVER_ID : `launch-client-${++clients}`, hostId]),
  );
}
