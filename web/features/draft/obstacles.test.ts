import type { Host } from '@contract/host';
import { expect, test } from 'vitest';
import { factsWith, hostWith, NOBODY, nic, toolWith } from '@/testing/hosts';
import { obstaclesOf } from './obstacles';
import { readDraft } from './read-draft';
import { newRequest } from './requests/request-draft';
import { emptyDraft, type RunDraft } from './run-draft';
import { newStep } from './step-draft';
import { emptyTarget } from './target-draft';
import { emptyTuning } from './tuning-draft';

const TOOLS = [toolWith('volley'), toolWith('autocannon'), toolWith('vegeta')];
const reachable = factsWith({ nics: [nic('eth0', ['10.0.0.7/24'])], tools: TOOLS });
const server = hostWith({ id: 's', name: 'lab-1', facts: reachable });
const client = hostWith({ id: 'c', name: 'lab-2', facts: factsWith({ tools: TOOLS }) });
const third = hostWith({ id: 'd', name: 'lab-3', facts: factsWith({ tools: TOOLS }) });
const labelOf = (id: string): string => ({ s: 'lab-1', c: 'lab-2', d: 'lab-3' })[id] ?? id;

type Places = Partial<Record<'s' | 'c' | 'd', Host | null>>;

/** As the API has them, which knows nothing of what facts keep out of a spec. */
const obstacles = (change: Partial<RunDraft>, places: Places = {}) => {
  const hosts: Places = { s: server, c: client, d: third, ...places };
  const { spec } = readDraft({ ...emptyDraft('s'), ...change }, NOBODY);
  return obstaclesOf(spec, { hostOf: (id) => hosts[id as 's'] ?? null, labelOf });
};
const withFacts = (host: Host, change: Partial<Host['facts']>): Host => ({
  ...host,
  facts: { ...host.facts, ...change },
});

test('nothing stands in the way of ready hosts with their tools, on one host or more; a busy one queues', () => {
  expect(obstacles({})).toEqual({});
  expect(obstacles({ clientHostIds: ['c'] })).toEqual({});
  expect(obstacles({ clientHostIds: ['c', 'd', 's'] })).toEqual({});
  expect(obstacles({}, { s: { ...server, status: 'busy' } })).toEqual({});
});

test('a host that is gone, offline or dirty is said at its field, once when it is both', () => {
  expect(Object.keys(obstacles({}, { s: null }))).toEqual(['spec.server.hostId']);
  expect(obstacles({}, { s: null })['spec.server.hostId']).toContain('lab-1 is not enrolled here any more');
  expect(obstacles({}, { s: { ...server, status: 'offline' } })['spec.server.hostId']).toContain('lab-1 is offline');
  expect(obstacles({ clientHostIds: ['c', 'd'] }, { d: { ...third, status: 'dirty' } })).toEqual({
    'spec.clients': 'lab-3 is dirty and takes no run until it is put back or cleared.',
  });
});

test('a missing tool is named with the hosts that lack it and what installs it', () => {
  expect(obstacles({ tool: 'wrk', clientHostIds: ['c', 'd'] })['spec.load.tool']).toBe(
    'wrk is not installed on lab-2 and lab-3; install it there (on Debian and Ubuntu: `apt-get install wrk`); the agents find it within seconds.',
  );
  expect(obstacles({}, { s: withFacts(server, { tools: [] }) })['spec.load.tool']).toBe(
    'The agent of lab-1 is too old to bring volley; update it there.',
  );
});

test('another host cannot reach a server that has loopback only', () => {
  const alone = { s: withFacts(server, { nics: factsWith().nics }) };
  expect(Object.keys(obstacles({ clientHostIds: ['c'] }, alone))).toEqual(['spec.server.address']);
  expect(obstacles({ clientHostIds: ['c', 's', 'd'] }, alone)['spec.server.address']).toContain('lab-1 has no address');
  expect(obstacles({}, alone)).toEqual({});
});

test('an address is one of the server’s, and from another host not loopback', () => {
  expect(obstacles({ clientHostIds: ['c'], address: '10.0.0.7' })).toEqual({});
  expect(obstacles({ clientHostIds: ['c'], address: '10.0.0.8' })['spec.server.address']).toContain(
    'lab-1 has no address 10.0.0.8; its agent found 10.0.0.7.',
  );
  const looped = { s: withFacts(server, { nics: factsWith().nics }) };
  expect(obstacles({ address: '127.0.0.1' }, looped)).toEqual({});
  expect(obstacles({ clientHostIds: ['c'], address: '127.0.0.1' }, looped)['spec.server.address']).toContain(
    'cannot be reached',
  );
});

test('workers that were asked for need 4 for each CPU at most, and a connection each on every client', () => {
  expect(Object.keys(obstacles({ toolWorkers: '33' }))).toEqual(['spec.load.toolWorkers']);
  expect(obstacles({ toolWorkers: '32' })).toEqual({
    'spec.load.steps.0.connections': '10 connections cannot be shared by 32 tool workers; use at least 32.',
  });
  expect(obstacles({ toolWorkers: '10' })).toEqual({});
  expect(obstacles({ toolWorkers: '10', clientHostIds: ['c', 'd'] })).toEqual({
    'spec.load.steps.0.connections':
      'Of 10 connections lab-2 gets 5, too few for its 10 tool workers; use more connections, or fewer workers.',
  });
  expect(Object.keys(obstacles({ steps: [newStep({ connections: '100', toolWorkers: '33' })] }))).toEqual([
    'spec.load.steps.0.toolWorkers',
  ]);
});

test('every client has a connection or a request a second', () => {
  const two = { clientHostIds: ['c', 'd'] };
  expect(obstacles({ ...two, steps: [newStep({ connections: '1' })] })).toEqual({
    'spec.load.steps.0.connections': '1 connection cannot be shared by 2 clients; use at least 2, or fewer clients.',
  });
  expect(obstacles({ ...two, loop: 'open', steps: [newStep({ requestsPerSecond: '1' })] })).toEqual({
    'spec.load.steps.0.requestsPerSecond':
      '1 request per second cannot be shared by 2 clients; use at least 2, or fewer clients.',
  });
});

test('a loop that the tool refuses is refused in its own words', () => {
  expect(obstacles({ tool: 'autocannon', loop: 'open' })['spec.load.steps.1.loop']).toBe(
    'autocannon -R sends in bursts; choose volley.',
  );
  expect(obstacles({ tool: 'vegeta' })['spec.load.steps.0.loop']).toContain('vegeta sends at a rate');
});

test('a tool that needs longer steps says so, of warm-ups too', () => {
  const [volley] = TOOLS;
  const loops = volley?.abilities?.loops.map((loop) => ({ ...loop, shortestSeconds: 6 })) ?? [];
  const slow = {
    s: withFacts(server, {
      tools: [{ ...toolWith('volley'), abilities: { ...toolWith('volley').abilities, loops } as never }],
    }),
  };
  expect(obstacles({}, slow)).toEqual({
    'spec.load.warmupSeconds': expect.stringContaining('volley runs for at least 6 s'),
    'spec.load.steps.0.durationSeconds': expect.stringContaining('volley needs at least 6 s'),
    'spec.load.steps.1.durationSeconds': expect.stringContaining('volley needs at least 6 s'),
  });
});

test('routes are mixed by tools that can, and an agent that does not tell is not asked', () => {
  const requests = {
    reference: [newRequest('/read'), newRequest('/list')],
    own: [],
  };
  expect(obstacles({ requests })).toEqual({});
  const single = { ...toolWith('volley'), abilities: { ...toolWith('volley').abilities, mixes: false } as never };
  expect(obstacles({ requests }, { s: withFacts(server, { tools: [single] }) })['spec.requests']).toBe(
    'volley sends one request only; ask for one request, or choose another load generator.',
  );
  const old = { s: withFacts(server, { tools: [{ ...toolWith('autocannon'), abilities: null }] }) };
  expect(Object.keys(obstacles({ requests, decompress: true, loop: 'open', tool: 'autocannon' }, old))).toEqual([
    'spec.requests',
    'spec.load.decompress',
    'spec.load.steps.0.loop',
    'spec.load.steps.1.loop',
  ]);
  expect(obstacles({ tool: 'autocannon' }, old)).toEqual({});
});

test('a target is one that the host’s file names, or a port that it allows', () => {
  const target = (change: object) => ({ target: { ...emptyTarget(), ...change } });
  const named = target({ kind: 'named', name: 'my-server', tls: false, parameters: [] });
  const listening = target({ kind: 'listening', listeningPort: '8080' });
  const fact = { name: 'my-server', port: 9000, healthPath: '/health', profiles: false };
  expect(obstacles(named)['spec.target.name']).toContain('names no target my-server');
  expect(obstacles(named, { s: withFacts(server, { targets: [fact] }) })).toEqual({});
  expect(obstacles(listening)['spec.target.port']).toContain('does not allow port 8080');
  expect(obstacles(listening, { s: withFacts(server, { listeningPorts: [8080] }) })).toEqual({});
});

test('profiles leave out a second at each end', () => {
  expect(obstacles({ steps: [newStep({ durationSeconds: '2', profiles: ['cpu'] })] })).toEqual({
    'spec.load.steps.1.durationSeconds':
      'Profiles leave out a second at each end of a step, so 2 s are too short; use at least 3.',
  });
});

test('a search has somewhere to go, and a percentile that all of the clients have', () => {
  const search = (change: object) => ({ search: { ...emptyDraft().search, on: true, ...change } });
  expect(obstacles(search({}))).toEqual({});
  expect(obstacles(search({ mostConnections: '10' }))).toEqual({
    'spec.load.search.most': expect.stringContaining('has no room'),
  });
  const few = { ...toolWith('volley'), abilities: { ...toolWith('volley').abilities, percentiles: ['p50'] } as never };
  expect(obstacles(search({ ceiling: 'latency' }), { s: withFacts(server, { tools: [few] }) })).toEqual({
    'spec.load.search.ceiling.percentile': 'volley gives no p99 (it gives p50); choose one of those, or volley.',
  });
  const apart = { ...search({ ceiling: 'latency' }), clientHostIds: ['c', 'd'], tool: 'autocannon' as const };
  expect(obstacles(apart)['spec.load.search.ceiling.percentile']).toContain('no p99 in common');
});

test('CPUs are those of the host that they are asked of', () => {
  expect(obstacles({ targetCpus: '8' })['spec.tuning.targetCpus']).toBe('lab-1 has the CPUs 0-7, not 8.');
  expect(Object.keys(obstacles({ targetCpus: 'not target' }))).toEqual(['spec.tuning.targetCpus']);
  const four = { d: withFacts(third, { onlineCpus: '0-3', cpus: 4 }) };
  const toolOn = (...clientHostIds: string[]) =>
    obstacles({ toolCpus: '4', clientHostIds }, four)['spec.load.toolCpus'];
  expect(toolOn('s')).toBeUndefined();
  expect(toolOn('s', 'd')).toBe('lab-3 has the CPUs 0-3, not 4.');
});

test('not target is what the target’s CPU set leaves, on its own host', () => {
  const asked = { ...emptyTuning(), interruptAffinity: { cpus: 'not target', spread: 'all' as const } };
  const path = 'spec.tuning.server.interruptAffinity.cpus';
  const paths = (targetCpus: string, clients = emptyTuning()) =>
    Object.keys(obstacles({ clientHostIds: ['c'], targetCpus, tuning: { server: asked, clients } }));
  expect(paths('')).toEqual([path]);
  expect(paths('first 8')).toEqual([path]);
  expect(paths('0-7')).toEqual([path]);
  expect(paths('last 4')).toEqual([]);
  // Where the target is not, it leaves every CPU.
  expect(paths('last 4', asked)).toEqual([]);
});

test('a host that is cordoned or drains is said at its field, with who closed it, before anything else of it', () => {
  const closed = { atUs: 1, byName: 'Ann', why: null };
  expect(obstacles({}, { s: { ...server, status: 'offline', availability: 'cordoned', closed } })).toEqual({
    'spec.server.hostId':
      'lab-1 was cordoned by Ann and takes no run. Open it for runs on its page, or choose another host.',
  });
  expect(
    obstacles({ clientHostIds: ['c'] }, { c: { ...client, status: 'busy', availability: 'draining', closed } }),
  ).toEqual({
    'spec.clients':
      'lab-2 is being drained by Ann and takes no new run. Open it for runs on its page, or choose another host.',
  });
});
