import { expect, it } from 'vitest';
import { loadOf, overLimit } from './launch-limit.ts';

const place = (instanceId: string | null, endedAtUs: number | null = null) => ({
  instanceType: 'c8i.large',
  instanceId,
  endedAtUs,
});
const PRICES = { 'c8i.large': 100_000 };
const NONE = { mostInstances: null, mostMicroUsdPerHour: null };
const load = (instances: number, microUsdPerHour: number | null) => ({ instances, microUsdPerHour });
const messages = (...of: Parameters<typeof overLimit>) => overLimit(...of).map(({ message }) => message);

it('counts hosts to come, and of a launch that ends those that are still there', () => {
  const coming = { state: 'launching' as const, microUsdPerHour: PRICES, places: [place('i-1'), place(null)] };
  const ending = { ...coming, state: 'releasing' as const, places: [place('i-2', 5), place('i-3'), place(null)] };
  expect(loadOf([coming, ending])).toEqual(load(3, 300_000));
  expect(loadOf([])).toEqual(load(0, 0));
});

it('knows no price in use where one is unknown, unless nothing of that launch is left', () => {
  const unknown = { state: 'ready' as const, microUsdPerHour: null, places: [place('i-1')] };
  expect(loadOf([unknown])).toEqual(load(1, null));
  expect(loadOf([{ ...unknown, state: 'releasing', places: [place('i-1', 5)] }])).toEqual(load(0, 0));
});

it('refuses nothing without a limit, and what just fits it', () => {
  expect(overLimit(NONE, load(900, null), load(100, null))).toEqual([]);
  expect(overLimit({ mostInstances: 4, mostMicroUsdPerHour: 400_000 }, load(1, 100_000), load(3, 300_000))).toEqual([]);
});

it('names the figures and who can change the limit, in a sentence', () => {
  expect(messages({ ...NONE, mostInstances: 3 }, load(1, null), load(3, null))).toEqual([
    'The limit of 3 hosts at once has no room for 3 more beside 1 in use; administrators change it in Settings, EC2.',
  ]);
  expect(messages({ ...NONE, mostMicroUsdPerHour: 6_000_000 }, load(2, 3_400_000), load(3, 5_100_000))).toEqual([
    'The limit of $6.00 an hour has no room for $5.10 more beside $3.40 in use; administrators change it in Settings, EC2.',
  ]);
});

it('promises no price limit where a price is not known', () => {
  const most = { ...NONE, mostMicroUsdPerHour: 6_000_000 };
  expect(messages(most, load(0, 0), load(1, null))[0]).toMatch(
    /^AWS gave no price for these hosts, so the limit of \$6\.00 an hour can’t be checked; /,
  );
  expect(messages(most, load(1, null), load(1, 1))[0]).toMatch(
    /^AWS gave no price for hosts in use, so the limit of \$6\.00 an hour can’t be checked; /,
  );
});
