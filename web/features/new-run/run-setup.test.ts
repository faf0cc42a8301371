import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft, type RunDraft } from '@/features/draft/run-draft';
import { newStep } from '@/features/draft/step-draft';
import { factsWith, hostsWith, nic } from '@/testing/hosts';
import { setupOf, stepShares, workersOf } from './run-setup';

const HOSTS = hostsWith({
  s: factsWith({ nics: [nic('eth0', ['10.0.0.1/24'], { speedBitsPerSecond: 1e10 })] }),
  c: factsWith({
    bootId: 'c',
    onlineCpus: '0-3',
    cpus: 4,
    nics: [nic('eth0', ['10.0.0.2/24'], { speedBitsPerSecond: 1e9 })],
  }),
  d: factsWith({ bootId: 'd', onlineCpus: '0-11', cpus: 12, nics: [nic('eth0', ['10.0.0.3/24'])] }),
});
const setup = (change: Partial<RunDraft>) => {
  const found = setupOf(readDraft({ ...emptyDraft('s'), ...change }, HOSTS).spec, HOSTS);
  if (!found) throw new Error('a host is not known');
  return found;
};

test('each CPU set is of its own host, and two agents of one machine are known', () => {
  const apart = setup({ clientHostIds: ['c'] });
  expect([apart.targetCpus.length, apart.clients[0]?.toolCpus.length, apart.clients[0]?.toolWorkers]).toEqual([
    8, 4, 2,
  ]);
  expect(apart.clients[0]).toMatchObject({ withServer: false, sameMachine: false });
  expect(setup({}).clients[0]).toMatchObject({ withServer: true, sameMachine: true });
});

test('nothing is known of a run as long as a host of it is not', () => {
  expect(setupOf(readDraft({ ...emptyDraft('s'), clientHostIds: ['gone'] }, HOSTS).spec, HOSTS)).toBeNull();
});

test('the load is shared out by the CPUs of the tool: every one, or those that the target leaves where that was asked', () => {
  const beside = setup({ clientHostIds: ['s', 'c', 'd'], targetCpus: '0-5' });
  expect(beside.clients.map(({ shareCpus, toolCpus }) => [shareCpus, toolCpus.length])).toEqual([
    [8, 8],
    [4, 4],
    [12, 12],
  ]);
  const several = setup({ clientHostIds: ['s', 'c', 'd'], targetCpus: '0-5', toolCpus: 'not target' });
  expect(several.clients.map(({ shareCpus }) => shareCpus)).toEqual([2, 4, 12]);
  const [step] = several.load.steps;
  expect(step && stepShares(several, { ...step, loop: 'closed', connections: 90, pipelining: 1 })).toEqual([
    10, 20, 60,
  ]);
  expect(setup({ clientHostIds: ['c', 'd'], toolCpus: '0-1' }).clients.map(({ shareCpus }) => shareCpus)).toEqual([
    2, 2,
  ]);
});

test('workers of a step are those that divide each client’s share, where the tool needs that', () => {
  const several = setup({ clientHostIds: ['c', 'd'], tool: 'wrk', steps: [newStep({ connections: '64' })] });
  const [step] = several.load.steps;
  const got = (evenly: boolean) =>
    step && workersOf(several, step, evenly).map((one) => [one.connections, one.wanted, one.got]);
  expect(got(true)).toEqual([
    [16, 2, 2],
    [48, 10, 8],
  ]);
  expect(got(false)).toEqual([
    [16, 2, 2],
    [48, 10, 10],
  ]);
});

test('a step’s own workers count before those of the load, and are refused where they cannot be', () => {
  const asked = setup({
    clientHostIds: ['d'],
    tool: 'wrk',
    toolWorkers: '2',
    steps: [newStep({ connections: '101', toolWorkers: '4' })],
  });
  const [step] = asked.load.steps;
  expect(step && workersOf(asked, step, true)).toEqual([{ asked: true, wanted: 4, got: null, connections: 101 }]);
});

test('the link is the slowest on the way, and answers are known of the reference server alone', () => {
  expect(setup({ clientHostIds: ['c'] })).toMatchObject({ linkBitsPerSecond: 1e9, answerBytes: 110 });
  expect(setup({ clientHostIds: ['c', 'd'] }).linkBitsPerSecond).toBe(1e9);
  expect(setup({ clientHostIds: ['d'] }).linkBitsPerSecond).toBe(1e10);
  expect(setup({}).linkBitsPerSecond).toBeNull();
  const target = { ...emptyDraft().target, kind: 'listening' as const, listeningPort: '80' };
  expect(setup({ target }).answerBytes).toBeNull();
});
