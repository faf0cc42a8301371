import { expect, test } from 'vitest';
import { defaultToolWorkers, plannedSeconds, stepWorkers } from './estimate';
import { type Setup, warningsOf } from './warnings';

const step = (connections: number, durationSeconds = 10, pipelining = 1) => ({
  connections,
  pipelining,
  durationSeconds,
});

const quiet: Setup = {
  tool: 'autocannon',
  load: { warmupSeconds: 2, pauseSeconds: 3, steps: [step(100), step(200)] },
  onlineCpus: [0, 1, 2, 3, 4, 5, 6, 7],
  targetCpus: [0, 1, 2, 3],
  toolCpus: [4, 5, 6, 7],
  toolWorkers: 4,
  toolWorkersAsked: false,
  sameHost: true,
  sameMachine: true,
};

const EVERY = { targetCpus: quiet.onlineCpus, toolCpus: quiet.onlineCpus };

const codes = (change: Partial<Setup>): string[] => warningsOf({ ...quiet, ...change }).map(({ code }) => code);
const load = (...steps: ReturnType<typeof step>[]): Partial<Setup> => ({ load: { ...quiet.load, steps } });

test('a run with nothing to say against it has no warnings', () => {
  expect(codes({})).toEqual([]);
});

test.each<[string, Partial<Setup>, string[]]>([
  ['60 workers on 4 CPUs', { toolWorkers: 60, ...load(step(600)) }, ['oversubscribed-client']],
  ['one worker', { toolWorkers: 1 }, ['one-event-loop']],
  ['sets that overlap', { toolCpus: [3, 4, 5, 6] }, ['shared-cpus']],
  ['no sets on one machine', EVERY, ['shared-cpus']],
  ['no sets on two machines', { ...EVERY, sameHost: false, sameMachine: false }, []],
  ['two agents on one machine', { sameHost: false }, ['one-machine']],
  ['two agents on one machine without sets', { ...EVERY, sameHost: false }, ['one-machine', 'shared-cpus']],
  ['1 CPU to load 4', { toolCpus: [4], toolWorkers: 1 }, ['small-client', 'one-event-loop']],
  ['2 CPUs to load 4', { toolCpus: [4, 5], toolWorkers: 2 }, []],
  ['2 CPUs to load 5', { targetCpus: [0, 1, 2, 3, 6], toolCpus: [4, 5], toolWorkers: 2 }, ['small-client']],
  ['101 connections over 4 workers', load(step(101)), ['connections-uneven']],
  ['pipelining', load(step(100, 10, 100)), ['pipelining']],
  ['pipelining with wrk', { tool: 'wrk', ...load(step(100, 10, 100)) }, ['pipelining', 'no-latency']],
  ['4 s', load(step(100, 4)), ['too-short']],
])('%s', (_, change, expected) => {
  expect(codes(change)).toEqual(expected);
});

test('the sentence names the step that is too short', () => {
  expect(warningsOf({ ...quiet, ...load(step(100), step(200, 3)) })[0]?.title).toBe('Step 2 is too short');
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

test.each([
  [10, 6, false, 5],
  [50, 6, false, 5],
  [4, 6, false, 4],
  [101, 6, false, 1],
  [101, 6, true, null],
  [4, 6, true, null],
  [10, 6, true, 5],
])('%d connections over %d workers (asked: %s) run on %s', (connections, workers, asked, expected) => {
  expect(stepWorkers(connections, workers, asked)).toBe(expected);
});

test('planned time: (2 + 10) + 3 + (2 + 10) = 27 s, no pause after the last step', () => {
  expect(plannedSeconds(quiet.load)).toBe(27);
});

test('the tool takes its CPUs - 2, at least 1', () => {
  expect([1, 2, 3, 32].map(defaultToolWorkers)).toEqual([1, 1, 1, 30]);
});
