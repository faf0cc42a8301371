import type { CeilingSearch } from '@contract/load';
import type { Run } from '@contract/run';
import { expect, test } from 'vitest';
import { closed, open } from '@/testing/steps';
import { bracketText, ceilingSentence, isOpenEnded, rungSentence, rungsOf, searchSentence } from './search-result';

const asked: CeilingSearch = {
  vary: 'connections',
  most: 10_000,
  growth: 2,
  precision: 0.1,
  ceiling: { kind: 'throughput' },
};
const found = { kneeStepIndex: 1, low: 200, high: 300, done: true, sentence: '' };
const run = (search: Run['search'], loads: number[], over = asked): Run =>
  ({
    spec: { load: { search: over } },
    search,
    steps: loads.map((load, index) => ({ index, status: 'measured', spec: closed(load), point: null, failure: null })),
  }) as unknown as Run;

test('rungs stand in the order of load, with the knee and the bracket marked', () => {
  expect(
    rungsOf(run(found, [100, 200, 400, 300])).map(({ stepIndex, load, marks, side }) => [stepIndex, load, marks, side]),
  ).toEqual([
    [0, 100, [], 'within'],
    [1, 200, ['knee', 'low'], 'within'],
    [3, 300, ['high'], 'past'],
    [2, 400, [], 'past'],
  ]);
});

test('a rate that is searched for is read from open steps; a run without a search has no rungs', () => {
  const rates = run(null, [], { ...asked, vary: 'requestsPerSecond' });
  rates.steps = [{ index: 0, status: 'planned', spec: open(5000), point: null, failure: null } as Run['steps'][number]];
  expect(rungsOf(rates).map(({ load }) => load)).toEqual([5000]);
  expect(rungsOf({ ...rates, spec: { load: { search: null } } } as unknown as Run)).toEqual([]);
});

test('the bracket is said as far as it is known', () => {
  const bracket = (over: object): string | null => bracketText(run({ ...found, ...over }, []));
  expect(bracket({})).toBe('between 200 and 300 connections');
  expect(bracket({ high: null })).toBe('above 200 connections');
  expect(bracket({ low: null })).toBe('below 300 connections');
  expect(bracket({ low: null, high: null })).toBeNull();
  expect(bracketText(run(null, []))).toBeNull();
});

const sentences = (search: Run['search'], loads: number[], over = asked): (string | null)[] => {
  const rungs = rungsOf(run(search, loads, over));
  return rungs.map((rung) => rungSentence(rung, over, rungs));
};

test('each rung says on which side of the ceiling it is, in the words of what was searched for', () => {
  const flat = { ...found, kneeStepIndex: 2, low: 200, high: 300 };
  expect(sentences(flat, [100, 200, 300, 400])).toEqual([
    'throughput still rises',
    'throughput still rises',
    'knee: more load gave no more from here on; it may lie lower still',
    'no further rise',
  ]);
  const bound: CeilingSearch = { ...asked, ceiling: { kind: 'latency', percentile: 'p99', mostMs: 5 } };
  expect(sentences(found, [100, 200, 250, 300], bound)).toEqual([
    'within the bound',
    'knee: the highest load within the bound',
    'not known: other processes used the CPUs',
    'past the bound',
  ]);
});

test('that more load gave no more is said only where it was seen', () => {
  const failedAbove = ['throughput still rises', 'no ceiling up to here', 'past the ceiling'];
  expect(sentences(found, [100, 200, 300])).toEqual(failedAbove);
  expect(sentences({ ...found, high: null }, [100, 200])).toEqual(failedAbove.slice(0, 2));
  const one = { ...found, kneeStepIndex: 0, low: 100, high: null, done: false };
  expect(sentences(one, [100])).toEqual(['no ceiling up to here']);
  // What is above the knee was slowed by others.
  const doubted = { ...found, low: 100, high: null };
  expect(sentences(doubted, [100, 200])[1]).toBe('knee: more load gave no more, but other processes used the CPUs');
});

test('a rate is within the ceiling or past it', () => {
  const rates = { ...asked, vary: 'requestsPerSecond' } as const;
  const search = { ...found, kneeStepIndex: 1, low: 2000, high: 3000 };
  const steps = [1000, 2000, 3000].map((rate, index) => ({ index, spec: open(rate), status: 'measured' }));
  const rungs = rungsOf({ ...run(search, [], rates), steps: steps as unknown as Run['steps'] });
  expect(rungs.map((rung) => rungSentence(rung, rates, rungs))).toEqual([
    'within the ceiling',
    'knee: the highest rate within the ceiling',
    'past the ceiling',
  ]);
});

test('a rung that was measured again says why, and claims nothing', () => {
  const rungs = rungsOf(run({ ...found, low: 200, high: null }, [100, 200, 200, 400, 400]));
  expect(rungs.map(({ stepIndex, marks, side }) => [stepIndex, marks, side])).toEqual([
    [0, [], 'within'],
    [1, [], 'again'],
    [2, ['low'], 'within'],
    [3, [], 'again'],
    [4, [], 'doubt'],
  ]);
  const going = rungsOf(run({ ...found, high: null, done: false }, [100, 200, 400]));
  expect(going.map((rung) => rungSentence(rung, asked, going)).at(-1)).toBeNull();
  expect(rungs.map((rung) => rungSentence(rung, asked, rungs)).slice(3)).toEqual([
    'other processes used the CPUs: measured again',
    'not known: other processes used the CPUs',
  ]);
});

test('what is searched for and how is one phrase each', () => {
  const bound: CeilingSearch = { ...asked, ceiling: { kind: 'latency', percentile: 'p99_9', mostMs: 2.5 } };
  expect([ceilingSentence(asked), ceilingSentence(bound)]).toEqual([
    'until more load no longer gives more requests per second',
    'until p99.9 is above 2.5 ms',
  ]);
  expect(searchSentence(asked)).toBe('× 2 from step to step, at most 10,000 connections, to within 10 %');
});

test('the end of a search is not known until it is done', () => {
  expect([run(null, []), run({ ...found, done: false }, []), run(found, [])].map(isOpenEnded)).toEqual([
    true,
    true,
    false,
  ]);
});
