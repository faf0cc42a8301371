import { expect, it } from 'vitest';
import { encodePprof } from '../../testing/encode-pprof.ts';
import { randomOf } from '../statistics/seeded-random.ts';
import { changeText } from './difference-words.ts';
import { readPprof } from './pprof.ts';
import { profileDifference, type SideProfile } from './profile-difference.ts';

const PERIOD_NS = 10_000_000;
const side = (stacks: Record<string, number>, requests: number | null, periodNs = PERIOD_NS): SideProfile => ({
  pprof: readPprof(encodePprof({ stacks, periodNs })),
  sampleType: 'cpu',
  requests,
});
const of = (difference: ReturnType<typeof profileDifference>, name: string) =>
  difference.functions.find((one) => one.name === name);

it('a function that costs more for each request is named, with how much and how surely', () => {
  // Twice the requests and twice the samples of copy are no change; encode goes from 1,000 ns to 1,800 ns a request.
  const difference = profileDifference([
    [side({ 'main > copy': 300, 'main > encode': 100 }, 1e6)],
    [side({ 'main > copy': 600, 'main > encode': 360 }, 2e6)],
  ]);
  const encode = of(difference, 'encode');
  expect(encode?.self).toMatchObject({ change: 800, claim: 'more' });
  // 1.96 · √(100 · (10 ms / 1e6)² + 360 · (10 ms / 2e6)²) = 1.96 · √(10⁴ + 9 · 10³) ns.
  expect(encode?.self.error).toBeCloseTo(1.96 * Math.sqrt(19_000), 6);
  expect(of(difference, 'copy')?.self).toMatchObject({ change: 0, claim: 'unclear' });
  expect(of(difference, 'main')).toMatchObject({ self: { change: 0, claim: 'unclear' }, total: { claim: 'more' } });
  expect(difference.sentence).toBe('encode costs 0.800 µs/req more (± 0.27).');
});

it('a function that is gone costs less, and one that is new costs more', () => {
  const difference = profileDifference([[side({ 'main > old': 90 }, 1e6)], [side({ 'main > new': 90 }, 1e6)]]);
  expect(of(difference, 'old')?.self).toMatchObject({ values: [9e8, 0], change: -900, claim: 'less' });
  expect(of(difference, 'new')?.self).toMatchObject({ values: [0, 9e8], change: 900, claim: 'more' });
});

it('what chance shows is not claimed', () => {
  const difference = profileDifference([[side({ 'main > a': 10 }, 1e6)], [side({ 'main > a': 16 }, 1e6)]]);
  expect(of(difference, 'a')?.self).toMatchObject({ change: 60, claim: 'unclear' });
  expect(difference.sentence).toBe('No function differs beyond its sampling error.');
});

it('of sides that are the same, at most one comparison in twenty claims anything', () => {
  const random = randomOf(7);
  // Rare events, so that their number is spread as that of a clock's samples: 3,000 with a chance of one in a hundred.
  const samples = (): number => Array.from({ length: 3000 }, random).filter((one) => one < 0.01).length;
  const names = Array.from({ length: 20 }, (_, n) => `main > f${n}`);
  const one = () => side(Object.fromEntries(names.map((name) => [name, samples()])), 1e6);
  const claims = Array.from({ length: 200 }, () => profileDifference([[one()], [one()]])).filter(({ functions }) =>
    functions.some(({ self, total }) => self.claim !== 'unclear' || total.claim !== 'unclear'),
  );
  expect(claims.length).toBeLessThanOrEqual(10);
});

it('clocks of different periods and repeats of a side are weighed', () => {
  const difference = profileDifference([
    [side({ main: 100 }, 1e6), side({ main: 140 }, 1e6)],
    [side({ main: 480 }, 2e6, PERIOD_NS / 2)],
  ]);
  expect(of(difference, 'main')?.self).toMatchObject({ change: 0, claim: 'unclear' });
  expect(difference.sides).toMatchObject([
    { profiles: 2, worth: 2e6, sampleValue: PERIOD_NS },
    { profiles: 1, worth: 2e6, sampleValue: PERIOD_NS / 2 },
  ]);
});

it('without requests nothing is claimed, and amounts are those of a profile', () => {
  const difference = profileDifference([[side({ main: 100 }, null)], [side({ main: 900 }, 1e6)]]);
  expect(difference.per).toBe('profile');
  expect(of(difference, 'main')?.self).toMatchObject({ change: 8e9, error: null, claim: null });
  expect(changeText({ change: 8e9, error: null }, difference)).toBe('+8.00 s');
  expect(difference.sentence).toMatch(/no difference is claimed/);
});

it('profiles that count different things are refused', () => {
  const samples = { ...side({ main: 1 }, 1), sampleType: 'samples' };
  expect(() => profileDifference([[side({ main: 1 }, 1)], [samples]])).toThrow('the two sides count different things');
});
