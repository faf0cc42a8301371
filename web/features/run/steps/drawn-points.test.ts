import type { StepSpec } from '@contract/load';
import { expect, test } from 'vitest';
import { closed, open } from '@/testing/steps';
import { type DrawnPoint, drawnPoints, wallLegend } from './drawn-points';
import type { RampPoint } from './ramp-points';
import { chosenSentence, rampSentence } from './ramp-sentence';

const point = (
  stepIndex: number,
  x: number,
  requestsPerSecond: number,
  over: Partial<RampPoint> = {},
  spec: StepSpec = closed(x),
): RampPoint => ({
  stepIndex,
  x,
  spec,
  requestsPerSecond,
  offeredPerSecond: null,
  p99: 1,
  p99Range: null,
  resolutionUs: 1,
  validity: 'valid',
  again: false,
  wall: null,
  ...over,
});

const drawnOf = (points: RampPoint[], searched = false): DrawnPoint[] =>
  drawnPoints({ varies: 'connections', searched, points });
const stepsOf = (drawn: DrawnPoint[]): number[][] =>
  drawn.map(({ stepIndex, repeats }) => (repeats.length === 0 ? [stepIndex] : repeats.map((one) => one.stepIndex)));
const joinedOf = (drawn: DrawnPoint[]): number[] =>
  drawn.flatMap(({ stepIndex, joined }) => (joined ? [stepIndex] : []));
/** What is said of repeats with these p99. */
const saidOf = (tails: (number | null)[], resolutionUs = 1): string => {
  const [drawn] = drawnOf(tails.map((p99, index) => point(index, 10, 500, { p99, resolutionUs })));
  return rampSentence(drawn as DrawnPoint, 'connections').replace(/^.*req\/s, /, '');
};

test('a step that was run twice is one mark: the mean, with its lowest and highest repeat', () => {
  const drawn = drawnOf([point(0, 10, 500), point(1, 100, 800), point(2, 100, 1250, { p99: 4 })]);
  expect(stepsOf(drawn)).toEqual([[0], [1, 2]]);
  expect(drawn[0]).toMatchObject({ rateRange: null, tailRange: null });
  expect(drawn[1]).toMatchObject({ rateRange: { low: 800, high: 1250 }, tailRange: { low: 1, high: 4 } });
  const [, both] = drawn as [DrawnPoint, DrawnPoint];
  expect([both.requestsPerSecond, both.p99].map((value) => Number(value?.toFixed(6)))).toEqual([1000, 2]);
  const said = 'Steps 2 and 3 (mean), connections 100: 1,000 (800 to 1,250) req/s, p99 2.00 (1.00 to 4.00) ms';
  expect(rampSentence(both, 'connections')).toBe(said);
  expect(chosenSentence(both, 'connections', 2)).toBe(`${said}; step 3 is chosen`);
  expect([0, null].map((chosen) => chosenSentence(both, 'connections', chosen))).toEqual([said, said]);
  expect(both.repeats.map((repeat) => rampSentence(repeat, 'connections'))).toEqual([
    'Step 2, connections 100: 800 req/s, p99 1.00 ms',
    'Step 3, connections 100: 1,250 req/s, p99 4.00 ms',
  ]);
});

test('steps that asked for different things are no repeats, and a line leads through what may be compared', () => {
  const rates = [open(1000), open(1000, { arrivals: 'poisson' }), open(2000)];
  const drawn = drawnPoints({
    varies: 'requestsPerSecond',
    searched: false,
    points: rates.map((spec, index) => point(index, spec.requestsPerSecond, 900, {}, spec)),
  });
  expect(stepsOf(drawn)).toEqual([[0], [1], [2]]);
  const short = closed(100);
  const lasting = drawnOf([
    point(0, 100, 900, {}, short),
    point(1, 100, 950, {}, { ...short, durationSeconds: 60 }),
    point(2, 200, 990),
  ]);
  expect(stepsOf(lasting)).toEqual([[0], [1], [2]]);
  expect(joinedOf(lasting), 'the longer one says more').toEqual([1, 2]);
});

test('a repeat that is invalid or suspect takes no part in the mean of the others', () => {
  const points = [
    point(0, 10, 500),
    point(1, 10, 9_000_000, { validity: 'invalid' }),
    point(2, 10, 300, { validity: 'suspect' }),
    point(3, 10, 320, { validity: 'suspect' }),
  ];
  const drawn = drawnOf(points);
  expect(stepsOf(drawn)).toEqual([[0], [1], [2, 3]]);
  expect(joinedOf(drawn)).toEqual([0]);
});

test('rungs of a search are never averaged: the line leads through the one that decided', () => {
  const drawn = drawnOf([point(0, 10, 500), point(1, 20, 300, { again: true }), point(2, 20, 900)], true);
  expect(stepsOf(drawn)).toEqual([[0], [1], [2]]);
  expect(joinedOf(drawn)).toEqual([0, 2]);
  expect(rampSentence(drawn[1] as DrawnPoint, 'connections')).toBe(
    'Step 2, connections 20: 300 req/s, p99 1.00 ms; measured again',
  );
});

test('of repeats that lack a p99 it is said how many have one, and of a bound there is no mean', () => {
  expect(saidOf([1, 4, null])).toBe('p99 of 2 of 3: 2.00 (1.00 to 4.00) ms');
  expect(saidOf([null, null])).toBe('p99 not reported');
  expect(saidOf([0, 4], 1000)).toBe('p99 <1–4 ms');
  expect(saidOf([0, 0], 1000)).toBe('p99 <1 ms');
});

test('a limit that is certain of one repeat and likely of another is likely of both; of different limits there is none', () => {
  const wall = (letter: string, ink: 'ok' | 'warn') => ({ letter, name: 'server CPU', ink });
  const ofTwo = (...walls: ReturnType<typeof wall>[]) =>
    drawnOf(walls.map((one, index) => point(index, 10, 500, { wall: one })))[0]?.wall;
  expect(ofTwo(wall('S', 'ok'), wall('S', 'warn'))).toEqual(wall('S', 'warn'));
  expect(ofTwo(wall('S', 'ok'), wall('S', 'ok'))).toEqual(wall('S', 'ok'));
  expect(ofTwo(wall('S', 'ok'), wall('C', 'warn'))).toBeNull();
  const said = (name: string) =>
    rampSentence(drawnOf([point(0, 10, 500, { wall: { ...wall('S', 'ok'), name } })])[0] as DrawnPoint, 'connections');
  expect(said('server CPU')).toMatch(/; bottleneck: server CPU$/);
  expect(said('bottleneck unknown')).toMatch(/ms; bottleneck unknown$/);
});

test('the legend names the letters that are drawn, and one of two certainties twice', () => {
  const wall = (letter: string, ink: 'ok' | 'warn', name = 'server CPU') => ({ wall: { letter, name, ink } });
  const drawn = drawnOf([
    point(0, 10, 500, wall('S', 'ok')),
    point(1, 20, 500, wall('S', 'warn')),
    point(2, 30, 500, wall('S', 'ok')),
    // Repeats of different limits have no letter, and neither has an invalid figure.
    point(3, 40, 500, wall('C', 'warn', 'client CPU')),
    point(4, 40, 500, wall('P', 'warn', 'other processes')),
    point(5, 50, 500, { ...wall('!', 'warn', 'invalid figure'), validity: 'invalid' }),
  ]);
  expect(wallLegend(drawn).map(({ letter, name }) => `${letter} ${name}`)).toEqual([
    'S server CPU',
    'S server CPU, not certain',
  ]);
});
