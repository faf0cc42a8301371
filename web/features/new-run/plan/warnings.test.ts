import type { StepSpec } from '@contract/load';
import { expect, test } from 'vitest';
import type { ClientSetup, Setup } from '@/features/new-run/run-setup';
import { abilities } from '@/testing/hosts';
import { warningsOf } from './warnings';

const step = (connections: number, durationSeconds = 10, pipelining = 1): StepSpec => ({
  loop: 'closed',
  connections,
  pipelining,
  durationSeconds,
  toolWorkers: null,
  profiles: [],
});
const rate = (requestsPerSecond: number): StepSpec => ({
  loop: 'open',
  requestsPerSecond,
  arrivals: 'constant',
  connections: null,
  durationSeconds: 10,
  toolWorkers: null,
  profiles: [],
});

const client: ClientSetup = {
  hostId: 'c',
  withServer: true,
  sameMachine: true,
  toolCpus: [4, 5, 6, 7],
  shareCpus: 4,
  onlineCpus: [0, 1, 2, 3, 4, 5, 6, 7],
  toolWorkers: 4,
};
const quiet: Setup = {
  tool: 'autocannon',
  abilities: abilities.autocannon,
  load: { warmupSeconds: 2, pauseSeconds: 3, steps: [step(100), step(200)], search: null },
  targetCpus: [0, 1, 2, 3],
  clients: [client],
  toolWorkersAsked: false,
  answerBytes: 4500,
  linkBitsPerSecond: null,
};
const APART = { withServer: false, sameMachine: false };
const EVERY = client.onlineCpus;

const titles = (change: Partial<Setup>) => warningsOf({ ...quiet, ...change }, (id) => `lab-${id}`);
const codes = (change: Partial<Setup>): string[] => titles(change).map(({ code }) => code);
const load = (...steps: StepSpec[]): Partial<Setup> => ({ load: { ...quiet.load, steps } });
const clients = (...changes: Partial<ClientSetup>[]): Partial<Setup> => ({
  clients: changes.map((change) => ({ ...client, ...change })),
});

test('a run with nothing to say against it has no warnings', () => {
  expect(codes({})).toEqual([]);
  expect(
    codes({
      ...clients({ ...APART, hostId: 'a' }, { ...APART, hostId: 'b' }),
      tool: 'volley',
      abilities: abilities.volley,
    }),
  ).toEqual([]);
});

test.each<[string, Partial<Setup>, string[]]>([
  ['60 workers on 4 CPUs', { ...clients({ toolWorkers: 60 }), ...load(step(600)) }, ['oversubscribed-client']],
  ['60 workers of one step', load({ ...step(600), toolWorkers: 60 }), ['oversubscribed-client']],
  ['one worker', clients({ toolWorkers: 1 }), ['one-event-loop']],
  ['sets that overlap', clients({ toolCpus: [3, 4, 5, 6] }), ['shared-cpus']],
  ['no sets on one machine', { targetCpus: EVERY, ...clients({ toolCpus: EVERY }) }, ['shared-cpus']],
  ['no sets on two machines', { targetCpus: EVERY, ...clients({ ...APART, toolCpus: EVERY }) }, []],
  ['two agents on one machine', clients({ withServer: false }), ['one-machine']],
  [
    'two agents on one machine without sets',
    { targetCpus: EVERY, ...clients({ withServer: false, toolCpus: EVERY }) },
    ['one-machine', 'shared-cpus'],
  ],
  ['1 CPU to load 4', clients({ toolCpus: [4], toolWorkers: 1 }), ['small-client', 'one-event-loop']],
  ['2 CPUs to load 4', clients({ toolCpus: [4, 5], toolWorkers: 2 }), []],
  [
    '2 CPUs to load 5',
    { targetCpus: [0, 1, 2, 3, 6], ...clients({ toolCpus: [4, 5], toolWorkers: 2 }) },
    ['small-client'],
  ],
  ['101 connections over 4 workers', load(step(101)), ['connections-uneven']],
  ['101 connections over 4 workers of volley', { tool: 'volley', ...load(step(101)) }, []],
  ['a rate shares out anyhow', { tool: 'wrk2', ...load(rate(101)) }, []],
  ['pipelining', load(step(100, 10, 100)), ['pipelining']],
  ['pipelining with wrk', { tool: 'wrk', ...load(step(100, 10, 100)) }, ['pipelining', 'no-latency']],
  ['4 s', load(step(100, 4)), ['too-short']],
  [
    'two clients without histograms',
    clients({ ...APART, hostId: 'a' }, { ...APART, hostId: 'b' }),
    ['no-common-percentiles'],
  ],
  [
    'threads that cannot be chosen',
    { abilities: { ...abilities.volley, workers: 'none' }, ...clients({ toolWorkers: 1 }) },
    [],
  ],
])('%s', (_, change, expected) => {
  expect(codes(change)).toEqual(expected);
});

test('a rate that the link cannot carry is known beforehand: 1 M × 4,500 B × 8 = 36 Gbit/s', () => {
  const over = { tool: 'volley' as const, linkBitsPerSecond: 25e9, ...load(rate(1_000_000)) };
  expect(titles(over)).toMatchObject([{ code: 'over-link', title: 'The rate needs 144 % of the link' }]);
  expect(codes({ ...over, ...load(rate(600_000)) })).toEqual([]);
  expect(codes({ ...over, answerBytes: null })).toEqual([]);
});

test('of several clients the one is named that it is about, and CPUs are counted together', () => {
  const several = clients({ ...APART, hostId: 'a', toolCpus: [0] }, { hostId: 'b', withServer: false, toolCpus: [4] });
  const found = titles({ ...several, abilities: abilities.volley, targetCpus: [0, 1, 2, 3, 5] });
  expect(found.map(({ title }) => title)).toEqual([
    'The agent on lab-b is on the server’s machine',
    '2 CPUs to load 5',
    '4 tool workers on 1 CPU on lab-a',
  ]);
});

test('the sentence names the step that is too short', () => {
  expect(warningsOf({ ...quiet, ...load(step(100), step(200, 3)) })[0]?.title).toBe('Step 2 is too short');
  expect(warningsOf({ ...quiet, ...load(step(100, 3), step(200, 3), step(300)) })[0]?.title).toBe(
    'Steps 1 and 2 are too short',
  );
});

test('connections that cannot be shared out over the workers asked for are a failure known beforehand', () => {
  const [warning] = warningsOf({ ...quiet, ...load(step(101)), toolWorkersAsked: true });
  expect(warning?.title).toBe('Step 1 would be refused: 101 over 4 workers');
  expect(warning?.sentence).toContain('100 or 104');
});

test('wrk has threads', () => {
  const asked = { ...quiet, ...load(step(101)), tool: 'wrk' as const, toolWorkersAsked: true };
  expect(warningsOf(asked)[0]).toMatchObject({
    title: 'Step 1 would be refused: 101 over 4 threads',
    sentence: 'wrk opens the same number of connections in every thread. Ask for 100 or 104 connections.',
  });
});
