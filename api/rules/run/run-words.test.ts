import { expect, test } from 'vitest';
import type { Run, RunSummary } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import { closedStep } from '../../testing/fake-agent.ts';
import {
  cancelSentence,
  endSentence,
  keptSentence,
  nextUnjudged,
  phaseSentence,
  stepLabel,
  unjudgedSentence,
} from './run-words.ts';

const step = closedStep(100);
const rate = { ...closedStep(100), loop: 'open', requestsPerSecond: 5000, arrivals: 'constant', profiles: ['cpu'] };
const summary = (change: Partial<RunSummary>): RunSummary =>
  ({
    state: 'measuring',
    progress: { stepIndex: 1, stepCount: 2, elapsedUs: 10e6, remainingUs: 30e6 },
    spec: { load: { steps: [step, step], search: null } },
    ...change,
  }) as RunSummary;

test('the phase says which step and at what load', () => {
  expect(phaseSentence(summary({}))).toBe('step 2 of 2 · measuring at 100 connections');
  expect(phaseSentence(summary({ state: 'restoring' }))).toBe('restoring host');
});

test('a search says which step it is at, and its load where the steps are known', () => {
  const search = summary({ spec: { load: { steps: [step], search: {} } } as unknown as RunSummary['spec'] });
  expect(phaseSentence(search)).toBe('step 2 of a search · measuring');
  const steps = [{ spec: step }, { spec: rate }] as RunStep[];
  expect(phaseSentence({ ...search, steps })).toBe(
    'step 2 of a search · measuring at 5,000 req/s over 100 connections, profiled',
  );
});

test('a step that was canceled in its middle is called so, and one that never began skipped', () => {
  const failure = { code: 'canceled', sentence: 'Canceled after it had begun.' };
  expect(stepLabel({ status: 'skipped', failure })).toBe('canceled');
  expect(stepLabel({ status: 'skipped', failure: null })).toBe('skipped');
  expect(stepLabel({ status: 'failed', failure })).toBe('failed');
});

const ended = (state: Run['state'], stepsMeasured: number, failure: Run['failure'] = null) =>
  ({ state, stepsMeasured, failure, hosts: [{}], steps: [{}, {}, {}] }) as Run;

test('a run that ended early says why, and what is left of it', () => {
  expect(endSentence(ended('canceled', 1))).toBe('A person canceled this run.');
  expect(endSentence(ended('failed', 1))).toBe('The run ended early without saying why.');
  expect(endSentence(ended('failed', 1, { code: 'tool-failed', sentence: 'It broke.' }))).toBe('It broke.');
  expect([0, 1, 2, 3].map((measured) => keptSentence(ended('failed', measured)))).toEqual([
    'No step was measured; the timeline, logs and samples up to then are kept.',
    '1 of 3 steps was measured and is kept below.',
    '2 of 3 steps were measured and are kept below.',
    'All 3 steps were measured and are kept.',
  ]);
  expect(keptSentence({ ...ended('failed', 1), steps: [{}] } as Run)).toBe('Its step was measured and is kept.');
  expect((['stopping', 'restoring', 'releasing'] as const).map((state) => keptSentence(ended(state, 1)))).toEqual([
    'The load is being stopped and the host put back.',
    'No load runs any more; the host is being put back.',
    'No load runs any more; its cloud hosts are being given back.',
  ]);
});

test('without a verdict the next step depends on how the run ended', () => {
  expect(unjudgedSentence('measuring')).toBe('Known with the first measured step.');
  expect(unjudgedSentence('finished')).toBe('Not judged: no step was measured.');
  expect([nextUnjudged('canceled'), nextUnjudged('failed'), nextUnjudged('finished')]).toEqual([
    'Run it again for figures: this one was canceled before it had any.',
    'Mend what ended this run, then run it again.',
    'Mend what made its steps fail, then run it again.',
  ]);
});

test('what canceling does is told of the run as it is: one that waits has no load to stop', () => {
  const of = (state: Run['state'], stepIndex: number | null = null, hosts = 1) =>
    cancelSentence({ state, hosts: Array(hosts).fill(null), progress: { stepIndex } } as unknown as Run);
  expect(of('queued')).toBe('It has not begun, and nothing on its hosts was changed.');
  expect(of('provisioning')).toBe('No load runs yet.');
  expect(of('tuning', null, 2)).toBe('No load runs yet; its hosts are put back.');
  expect(of('measuring', 0)).toMatch(
    /^The load stops at once and its host is put back\. Steps that were measured are kept/,
  );
});
