import { expect, test } from 'vitest';
import type { Host, RunSpec } from '../api/types';
import { obstaclesOf } from './obstacles';
import { readDraft } from './read-draft';
import { emptyDraft, type RunDraft } from './run-draft';
import { factsWith, hostWith, nic } from './testing-hosts';

const reachable = factsWith({ nics: [nic('eth0', ['10.0.0.7/24'])] });
const server = hostWith({ id: 's', name: 'lab-1', facts: reachable });
const client = hostWith({ id: 'c', name: 'lab-2' });
const labelOf = (id: string): string => ({ s: 'lab-1', c: 'lab-2' })[id] ?? id;

const specWith = (change: Partial<RunDraft>): RunSpec =>
  readDraft({ ...emptyDraft('s'), ...change }, { server: null, client: null }).spec;
const obstacles = (change: Partial<RunDraft>, places: { server?: Host | null; client?: Host | null } = {}) =>
  obstaclesOf(specWith(change), { server, client: change.clientHostId ? client : server, labelOf, ...places });

test('nothing stands in the way of ready hosts with their tools, on one host or two; a busy one queues', () => {
  expect(obstacles({})).toEqual({});
  expect(obstacles({ clientHostId: 'c' })).toEqual({});
  expect(obstacles({}, { server: { ...server, status: 'busy' } })).toEqual({});
});

test('a host that is gone, offline or dirty is said at its field, once when it is both', () => {
  const offline: Host = { ...server, status: 'offline' };
  expect(Object.keys(obstacles({}, { server: null, client: null }))).toEqual(['serverHostId']);
  expect(obstacles({}, { server: null, client: null }).serverHostId).toContain('lab-1 is not enrolled here any more');
  expect(obstacles({}, { server: offline, client: offline }).serverHostId).toContain('lab-1 is offline');
  expect(obstacles({ clientHostId: 'c' }, { client: { ...client, status: 'dirty' } })).toEqual({
    clientHostId: 'lab-2 is dirty and takes no run until it is put back or cleared.',
  });
});

test('a missing tool is named with the host of the load generator and its package', () => {
  expect(obstacles({ tool: 'wrk', clientHostId: 'c' }).tool).toBe(
    'wrk is not on lab-2. Install the package wrk there (on Debian and Ubuntu: apt-get install wrk); its agent finds it by itself.',
  );
  const bare = { ...server, facts: factsWith({ tools: [] }) };
  expect(obstacles({}, { server: bare, client: bare }).tool).toBe(
    'autocannon is not on lab-1. Install the package autocannon there (with npm: npm install --global autocannon); its agent finds it by itself.',
  );
});

test('another host cannot reach a server that has loopback only', () => {
  const alone = { ...server, facts: factsWith() };
  expect(Object.keys(obstacles({ clientHostId: 'c' }, { server: alone }))).toEqual(['address']);
  expect(obstacles({}, { server: alone, client: alone })).toEqual({});
});

test('an address is one of the server’s, and from another host not loopback', () => {
  expect(obstacles({ clientHostId: 'c', address: '10.0.0.7' })).toEqual({});
  expect(obstacles({ clientHostId: 'c', address: '10.0.0.8' }).address).toContain('lab-1 has no address 10.0.0.8 now');
  const looped = { ...server, facts: factsWith() };
  expect(obstacles({ address: '127.0.0.1' }, { server: looped, client: looped })).toEqual({});
  expect(obstacles({ clientHostId: 'c', address: '127.0.0.1' }, { server: looped }).address).toContain(
    'cannot be reached',
  );
});

test('workers that were asked for need 4 for each CPU at most, and a connection each', () => {
  expect(Object.keys(obstacles({ toolWorkers: '33' }))).toEqual(['toolWorkers']);
  expect(obstacles({ toolWorkers: '32' })).toEqual({
    'steps.0.connections': 'At least 32: one for each of 32 tool workers.',
  });
  expect(obstacles({ toolWorkers: '10' })).toEqual({});
});
