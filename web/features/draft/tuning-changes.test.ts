import { expect, test } from 'vitest';
import { generatedName } from '@/features/new-run/plan/run-name';
import { NOBODY } from '@/testing/hosts';
import { readDraft } from './read-draft';
import { emptyDraft, type RunDraft } from './run-draft';
import { changesOf } from './spec-changes';
import { tuningName } from './tuning-changes';
import { emptyTuning, type TuningDraft } from './tuning-draft';

const one = emptyDraft('s');
const two: RunDraft = { ...one, clientHostIds: ['c'] };
const read = (draft: RunDraft) => readDraft(draft, NOBODY);
const labelOf = (id: string): string => `lab-${id}`;

const tuned = (server: Partial<TuningDraft>, clients: Partial<TuningDraft> = {}, draft = one): RunDraft => ({
  ...draft,
  tuning: { server: { ...emptyTuning(), ...server }, clients: { ...emptyTuning(), ...clients } },
});

function changes(from: RunDraft, to: RunDraft) {
  const { spec, errors } = read(to);
  return changesOf(read(from).spec, spec, errors, labelOf);
}

const AFFINITY: Partial<TuningDraft> = { interruptAffinity: { cpus: '0-3', spread: 'one-to-one' } };
const STEERING: Partial<TuningDraft> = { packetSteering: { cpus: 'all' } };
const OFFLOADS = emptyTuning().offloads;

test.each<[Partial<TuningDraft>, string, string]>([
  [AFFINITY, 'interrupt affinity', 'IRQs 0-3'],
  [{ interruptAffinity: { cpus: 'not target', spread: 'all' } }, 'interrupt affinity', 'IRQs not target'],
  [{ nicQueues: '4' }, 'NIC queues', '4 NIC queues'],
  [STEERING, 'packet steering (RPS)', 'RPS all'],
  [{ packetSteering: { cpus: 'none' } }, 'packet steering (RPS)', 'RPS off'],
  [{ mtuBytes: '9000' }, 'MTU', 'MTU 9000'],
  [{ offloads: { ...OFFLOADS, gro: 'off' } }, 'offloads', 'GRO off'],
  [{ cpuTurbo: 'off' }, 'CPU turbo', 'turbo off'],
  [{ sysctls: [{ name: 'net.core.somaxconn', value: '65535' }] }, 'kernel parameters', 'somaxconn 65535'],
  [{ nic: 'eth1' }, 'NIC to tune', 'NIC eth1'],
])('%o is one change', (change, label, short) => {
  const [found, ...more] = changes(one, tuned(change));
  expect([found?.label, found?.short, more]).toEqual([label, short, []]);
  expect(changes(tuned(change), tuned(change))).toEqual([]);
  expect(changes(tuned(change), one)).toMatchObject([{ label, from: found?.to }]);
});

test('the same CPUs written in another way are no change; another spread is one', () => {
  const listed = (cpus: string) => tuned({ interruptAffinity: { cpus, spread: 'one-to-one' } });
  expect(changes(listed('0,1,2'), listed('0-2'))).toEqual([]);
  expect(changes(tuned(AFFINITY), tuned({ interruptAffinity: { cpus: '0-3', spread: 'all' } }))).toHaveLength(1);
});

test('each host has its own settings, and a host for both has no client’s', () => {
  expect(changes(two, tuned({}, STEERING, two))).toMatchObject([
    { label: 'packet steering (RPS) of the load generator’s host', from: 'as it is', short: 'client RPS all' },
  ]);
  expect(changes(one, tuned({}, STEERING))).toEqual([]);
});

test('what cannot be read is no value', () => {
  expect(changes(one, tuned({ nicQueues: 'x' }))).toMatchObject([{ label: 'NIC queues', from: 'as it is', to: null }]);
  const sysctls: TuningDraft['sysctls'] = [{ name: 'net.core.somaxconn', value: '' }];
  expect(changes(one, tuned({ sysctls }))).toMatchObject([{ label: 'kernel parameters', to: null }]);
});

const named = (server: Partial<TuningDraft>): string => tuningName(read(tuned(server)).spec.tuning.server);

test.each<[Partial<TuningDraft>, string]>([
  [{}, ''],
  [{ ...AFFINITY, nicQueues: '4', stopServices: ['irqbalance'] }, 'IRQs 0-3'],
  [{ stopServices: ['irqbalance'] }, 'no irqbalance'],
  [{ ...STEERING, ...AFFINITY }, 'IRQs 0-3, RPS all'],
  [
    { ...STEERING, mtuBytes: '9000', cpuTurbo: 'off', cpuGovernor: 'performance', openFilesLimit: '65536' },
    'RPS all, MTU 9000, governor performance and 2 more',
  ],
])('%o is called %s', (tuning, name) => {
  expect(named(tuning)).toBe(name);
});

test('a run says in its name how its hosts were tuned', () => {
  const draft = { ...tuned(AFFINITY, STEERING, two), targetCpus: 'last 4' };
  expect(generatedName(read(draft).spec, labelOf)).toBe(
    '/simple Fiber, target on last 4, IRQs 0-3, client RPS all, 10/50 connections × 5 s, lab-c → lab-s',
  );
  expect(changes(one, tuned(STEERING))).toMatchObject([{ short: 'RPS all' }]);
});
