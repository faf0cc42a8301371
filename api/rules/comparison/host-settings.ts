import type { HostRole } from '../../contract/choices.ts';
import type { HostFacts } from '../../contract/host.ts';
import type { DescribedHost } from '../../contract/imported.ts';
import type { Run } from '../../contract/run.ts';
import { isTarget } from '../evidence/shared-machine.ts';
import { ownAddress } from '../hosts/host-addresses.ts';
import { hostOfUrl } from '../hosts/ip-address.ts';
import { onOneMachine } from '../hosts/machine.ts';
import { calledService, servicesAsked, servicesHost } from '../identity/service-identity.ts';
import { asksServices } from '../spec/backend-check.ts';
import { plural } from '../words/numbers.ts';
import { type Reader, type Reading, reading } from './setting-reader.ts';

type RunHost = Run['hosts'][number];
type Nic = HostFacts['nics'][number];

/** Hosts of that role, those of a run of several clients in a steady order. */
export const hostsOf = (run: Run, role: HostRole): RunHost[] =>
  run.hosts.filter(({ roles }) => roles.includes(role)).sort((a, b) => (a.hostId < b.hostId ? -1 : 1));

export function onOneHost(run: Run): boolean {
  const { server, clients } = run.spec;
  return server !== null && clients.every(({ hostId }) => hostId === server.hostId);
}

type HostReader = Reader<{ run: Run; host: RunHost; role: HostRole }>;

const fact = (
  group: HostReader['group'],
  name: keyof HostFacts,
  label: string,
  of: (facts: HostFacts) => string | number | null,
): HostReader => ({ group, path: `facts.${name}`, label, read: ({ host: { facts } }) => facts && reading(of(facts)) });

/** The same rows, from what the source of an imported run says. */
const described = (
  name: string,
  label: string,
  of: (host: DescribedHost) => string | number | null,
  ofFacts: (facts: HostFacts) => string | number | null,
): HostReader => ({
  group: 'hardware',
  path: `facts.${name}`,
  label,
  read: ({ host }) => reading(host.facts ? ofFacts(host.facts) : host.described && of(host.described)),
});

const nicFact = (
  group: HostReader['group'],
  name: string,
  label: string,
  of: (nic: Nic) => string | null,
): HostReader => ({
  group,
  path: `facts.nics.${name}`,
  label,
  read: ({ run, host, role }) => {
    const nic = nicInUse(run, host, role);
    return nic && reading(of(nic));
  },
});

const HARDWARE: HostReader[] = [
  {
    group: 'hardware',
    path: 'name',
    label: 'host',
    // Hosts of imported runs have no identity beyond what is said of them.
    read: ({ host }) => (host.facts ? { key: host.hostId, text: host.name } : null),
  },
  described(
    'instanceType',
    'instance type',
    (host) => host.instanceType,
    (facts) => facts.instanceType,
  ),
  fact('hardware', 'virtualisation', 'virtualisation', (facts) => facts.virtualisation),
  fact('hardware', 'architecture', 'architecture', (facts) => facts.architecture),
  described(
    'cpuModel',
    'CPU model',
    (host) => host.cpuModel,
    (facts) => facts.cpuModel,
  ),
  described('cpus', 'CPUs', (host) => host.cpus, cpusText),
  fact('hardware', 'onlineCpus', 'CPUs online', (facts) => facts.onlineCpus),
  described(
    'memoryBytes',
    'memory',
    (host) => host.memoryBytes && gibibytes(host.memoryBytes),
    ({ memoryBytes }) => gibibytes(memoryBytes),
  ),
  nicFact('hardware', 'name', 'NIC', (nic) => (nic.loopback ? `${nic.name}, loopback` : nic.name)),
  nicFact('hardware', 'driver', 'NIC driver', (nic) => nic.driver),
  nicFact('hardware', 'speedBitsPerSecond', 'NIC speed', ({ speedBitsPerSecond: speed }) =>
    speed === null ? null : `${Number((speed / 1e9).toPrecision(3))} Gbit/s`,
  ),
  {
    group: 'hardware',
    path: 'described.nics',
    label: 'NIC',
    read: ({ host }) => reading(host.described && (host.described.nics.map(describedNic).join('; ') || null)),
  },
  nicFact('hardware', 'bandwidthBitsPerSecond', 'NIC bandwidth stated', ({ bandwidthBitsPerSecond: bandwidth }) =>
    bandwidth === null ? null : `${Number((bandwidth / 1e9).toPrecision(3))} Gbit/s`,
  ),
  nicFact('hardware', 'queues', 'NIC queues', (nic) =>
    nic.loopback ? null : `${nic.rxQueues} receive, ${nic.txQueues} send`,
  ),
  nicFact('hardware', 'mtuBytes', 'NIC MTU', (nic) => `${nic.mtuBytes} bytes`),
];

function describedNic({ name, speedBitsPerSecond: speed, queues }: DescribedHost['nics'][number]): string {
  const parts = [name, speed && `${Number((speed / 1e9).toPrecision(3))} Gbit/s`, queues && `${queues} queues`];
  return parts.filter(Boolean).join(', ');
}

const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

const SOFTWARE: HostReader[] = [
  fact('software', 'kernel', 'kernel', (facts) => facts.kernel),
  fact('software', 'softirqAccountedApart', 'softirq time accounted apart', (facts) => facts.softirqAccountedApart),
  nicFact('software', 'firmware', 'NIC firmware', (nic) => nic.firmware),
  {
    ...fact('software', 'privileges', 'what the agent may do', (facts) => facts.privileges.join(', ') || 'nothing'),
    onlyDifferent: true,
  },
  { group: 'software', path: 'agentVersion', label: 'agent', read: ({ host }) => reading(host.agentVersion) },
  {
    ...fact('software', 'agentSha256', 'agent program', (facts) => facts.agentSha256 ?? null),
    onlyDifferent: true,
  },
];

const RUN_HARDWARE: Reader[] = [
  {
    group: 'hardware',
    path: 'spec.clients',
    label: 'target and load generator',
    read: (run) => reading(placement(run)),
  },
  {
    group: 'hardware',
    path: 'spec.backend',
    label: 'services that the target asks',
    read: (run) => reading(placeOfServices(run)),
    onlyDifferent: true,
  },
];

function placeOfServices({ spec, hosts }: Run): string | null {
  if (spec.specVersion === 0 || !asksServices(spec.target)) return null;
  if (spec.backend === null) return 'on the target’s host';
  const [own, target] = (['backend', 'server'] as const).map((role) => hosts.find(({ roles }) => roles.includes(role)));
  const oneMachine = own?.facts && target?.facts && onOneMachine(own.facts, target.facts);
  return oneMachine ? 'on another host of the target’s machine' : 'on a host of their own';
}

/** Two agents may sit on one machine: hosts of one boot share its CPUs. */
function placement(run: Run): string | null {
  if (onOneHost(run) || reachedWithin(run)) return 'on one host';
  const { clients, server } = run.spec;
  if (server === null) return null;
  const driving = run.hosts.filter(({ roles }) => roles.includes('server') || roles.includes('client'));
  const boots = new Set(driving.map(({ facts }) => facts?.bootId));
  if (clients.length === 1) return boots.size === 1 ? 'on two hosts of one machine' : 'on separate machines';
  const among = clients.some(({ hostId }) => hostId === server.hostId) ? ', the target’s host among them' : '';
  const machines = boots.size === 1 ? ', all on one machine' : '';
  return `${clients.length} clients${among}${machines}`;
}

const RUN_SOFTWARE: Reader[] = [
  {
    group: 'software',
    path: 'spec.samplesPerSecond',
    label: 'samples per second',
    read: (run) => reading(run.spec.samplesPerSecond),
    onlyDifferent: true,
  },
  {
    group: 'software',
    path: 'target.version',
    label: 'target version',
    // A target that tells none has an empty one.
    read: (run) => reading(run.target?.version || null),
  },
  {
    group: 'software',
    path: 'backend.facts.backends',
    label: 'services found on their host',
    read: (run) => reading(servicesFound(run)),
    onlyDifferent: true,
  },
  { group: 'software', path: 'client.facts.tools', label: 'tool version', read: (run) => reading(toolVersion(run)) },
  {
    group: 'software',
    path: 'client.facts.tools.sha256',
    label: 'tool program',
    read: (run) => reading(toolPrograms(run)),
    onlyDifferent: true,
  },
];

/** What the agent of their host found when the run was made, of what the target asks; older agents say no more of it. */
function servicesFound(run: Run): string | null {
  const asked = servicesAsked(run);
  const host = run.hosts.find(({ hostId }) => hostId === servicesHost(run));
  const found = host?.facts?.backends?.filter(({ name }) => asked.includes(name)) ?? [];
  return found.map(({ name, version }) => `${calledService(name)} ${version}`).join(', ') || null;
}

/** The tool as its hosts had it when the run was made. */
export function toolVersion(run: Run): string | null {
  const { tool } = run.spec.load;
  const versions = hostsOf(run, 'client').flatMap(({ facts }) =>
    (facts?.tools ?? []).filter(({ name }) => name === tool).map(({ version }) => `${tool} ${version}`),
  );
  return distinct(versions).join(', ') || null;
}

/** SHA-256 of the tool's program on its hosts; null where an agent did not say. */
export function toolPrograms(run: Run): string | null {
  const { tool } = run.spec.load;
  const facts = hostsOf(run, 'client').flatMap((host) => host.facts?.tools.filter(({ name }) => name === tool) ?? []);
  if (facts.some(({ sha256 }) => sha256 === undefined)) return null;
  return distinct(facts.map(({ sha256 }) => sha256 ?? '')).join(', ') || null;
}

/** Hosts are told role by role: of clients only when a run had one apart from its server, of services where one had such a host. */
export const rolesTold = (runs: Run[]): HostRole[] => [
  'server',
  ...(runs.every(onOneHost) ? [] : (['client'] as const)),
  ...(runs.some((run) => hostsOf(run, 'backend').length > 0) ? (['backend'] as const) : []),
];

export function hostReaders(runs: Run[], group: 'hardware' | 'software'): Reader[] {
  const roles = rolesTold(runs);
  const facts = group === 'hardware' ? HARDWARE : SOFTWARE;
  const ofRun = group === 'hardware' ? RUN_HARDWARE : RUN_SOFTWARE;
  return [...ofRun, ...roles.flatMap((role) => facts.map((reader) => ofRole(role, reader, roles.length > 1)))];
}

function ofRole(role: HostRole, { path, label, read, ...rest }: HostReader, named: boolean): Reader {
  return {
    ...rest,
    path: `${role}.${path}`,
    label: named ? `${role} ${label}` : label,
    read: (run) => joined(hostsOf(run, role).map((host) => read({ run, host, role }))),
  };
}

/** Several clients in one value, each distinct one once. */
function joined(readings: (Reading | null)[]): Reading | null {
  const known = readings.filter((one) => one !== null);
  if (known.length === 0) return null;
  return {
    key: distinct(known.map(({ key }) => key)).join(','),
    text: distinct(known.map(({ text }) => text)).join(', '),
  };
}

const distinct = (texts: string[]): string[] => [...new Set(texts)];

function cpusText({ cpus, cores, sockets }: HostFacts): string {
  const parts = [
    cores === null ? null : plural(cores, 'core'),
    sockets === null ? null : plural(sockets, 'socket'),
  ].filter((part) => part !== null);
  return parts.length > 0 ? `${cpus} (${parts.join(', ')})` : String(cpus);
}

/** A target that no agent started was reached at an address of a client's own. */
const reachedWithin = ({ spec, target, hosts }: Run, among = hosts): boolean =>
  spec.target.kind === 'external' && among.some((host) => isTarget(host, target));

/** The NIC that carried the load: the one with the target's address, else the one of the default route. */
function nicInUse(run: Run, host: RunHost, role: HostRole): Nic | null {
  const nics = host.facts?.nics ?? [];
  if (role !== 'backend' && (onOneHost(run) || reachedWithin(run, [host])))
    return nics.find(({ loopback }) => loopback) ?? null;
  const address = addressOf(run, role);
  const own = host.facts && address !== null ? ownAddress(host.facts, address) : null;
  return own?.nic ?? nics.find(({ defaultRoute }) => defaultRoute) ?? null;
}

/** Where the load or what the target asks came in; null where it is not known. */
function addressOf({ spec, target }: Run, role: HostRole): string | null {
  if (role === 'server') return spec.server?.address ?? hostOfUrl(target?.url ?? '');
  return role === 'backend' && spec.specVersion !== 0 ? (spec.backend?.address ?? null) : null;
}
