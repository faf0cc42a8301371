import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft, type RunDraft } from '@/features/draft/run-draft';
import { emptyTuning } from '@/features/draft/tuning-draft';
import { factsWith, hostsWith, nic } from '@/testing/hosts';
import { planRequestOf } from './plan-request';

const FACTS = {
  server: factsWith({ nics: [nic('lo', ['127.0.0.1/8']), nic('eth0', ['10.0.0.1/24'])] }),
  client: factsWith({ bootId: 'other', nics: [nic('eth0', ['10.0.0.2/24'])] }),
};
const tuned = { ...emptyTuning(), nicQueues: '2' };
const draft: RunDraft = { ...emptyDraft('s'), clientHostIds: ['c'], tuning: { server: tuned, clients: tuned } };
const request = (side: 'server' | 'clients', change: Partial<RunDraft> = {}) =>
  planRequestOf(side, readDraft({ ...draft, ...change }, hostsWith({ s: FACTS.server, c: FACTS.client })).spec, FACTS);

test('a host is asked what the run would ask of it, with the address that the load goes to', () => {
  expect(request('server')).toMatchObject({ tuning: { nicQueues: 2 }, targetCpus: null, address: '10.0.0.1' });
  expect(request('clients')).toMatchObject({ tuning: { nicQueues: 2 }, targetCpus: null, address: '10.0.0.1' });
  expect(request('server', { address: '10.9.9.9' })?.address).toBe('10.9.9.9');
  expect(request('server', { clientHostIds: ['s'] })?.address).toBe('127.0.0.1');
});

test('the CPU set of the target alone is a question to its host, and to no other', () => {
  const only = { targetCpus: '0-3', tuning: { server: emptyTuning(), clients: emptyTuning() } };
  expect(request('server', only)).toMatchObject({ targetCpus: '0-3', tuning: { nicQueues: null, sysctls: null } });
  expect(request('clients', only)).toBeNull();
});

test('a client keeps nothing off a target that is elsewhere: a plan for it means every CPU', () => {
  const kept = { ...emptyTuning(), packetSteering: { cpus: 'not target' }, nicQueues: '2' };
  const tuning = { server: kept, clients: kept };
  expect(request('clients', { tuning })?.tuning).toMatchObject({ packetSteering: { cpus: 'all' }, nicQueues: 2 });
  expect(request('server', { tuning, targetCpus: '0-3' })?.tuning.packetSteering).toEqual({ cpus: 'not target' });
});

test('nothing is asked about nothing', () => {
  expect(request('server', { tuning: { server: emptyTuning(), clients: tuned } })).toBeNull();
  expect(request('clients', { clientHostIds: ['s'] })).toBeNull();
});
