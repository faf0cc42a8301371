import { expect, it } from 'vitest';
import { SteadyClock } from './steady-clock.ts';

const MINUTE_US = 60_000_000;

/** A machine whose clock can be set, and a process that lives on it. */
function machine() {
  const time = { wallUs: 1_000 * MINUTE_US, monotonicUs: 5 * MINUTE_US };
  const clock = new SteadyClock(
    () => time.wallUs,
    () => time.monotonicUs,
  );
  const pass = (us: number, { drift = 0 } = {}): void => {
    time.monotonicUs += us;
    time.wallUs += us + drift;
  };
  const set = (us: number): void => {
    time.wallUs += us;
  };
  return { clock, pass, set, time };
}

it.each([10 * MINUTE_US, -10 * MINUTE_US, 2_000_000])('goes on as before when the clock is set by %d us', (step) => {
  const { clock, pass, set, time } = machine();
  const before = clock.nowUs();
  set(step);
  expect([clock.nowUs(), clock.setUs()]).toEqual([before, step]);
  pass(MINUTE_US);
  expect([clock.nowUs(), clock.setUs()]).toEqual([before + MINUTE_US, step]);
  clock.follow();
  expect([clock.nowUs(), clock.setUs()]).toEqual([time.wallUs, 0]);
});

it('follows what the clock drifts by, however much that comes to', () => {
  const { clock, pass, time } = machine();
  for (let i = 0; i < 100; i++) {
    pass(MINUTE_US, { drift: 500_000 });
    expect([clock.nowUs(), clock.setUs()]).toEqual([time.wallUs, 0]);
  }
});

it('takes a machine that slept for one whose clock was set', () => {
  const { clock, set } = machine();
  const before = clock.nowUs();
  set(8 * 60 * MINUTE_US);
  expect(clock.nowUs()).toBe(before);
});

it('never goes back, though the time of day is told in whole milliseconds, later and later', () => {
  let [us, looks] = [1_000 * MINUTE_US, 0];
  // Each look at a clock takes time, now more and now less.
  const look = (): number => (us += [1, 7, 2, 9, 3][looks++ % 5] ?? 0);
  const clock = new SteadyClock(
    () => Math.floor(look() / 1_000) * 1_000,
    () => look() - 900 * MINUTE_US,
  );
  let last = clock.nowUs();
  for (let i = 0; i < 10_000; i++) {
    const now = clock.nowUs();
    expect(now).toBeGreaterThanOrEqual(last);
    last = now;
  }
});

it('goes back to a time of day that was set back, once it is taken', () => {
  const { clock, set } = machine();
  const before = clock.nowUs();
  set(-10 * MINUTE_US);
  clock.follow();
  expect(clock.nowUs()).toBe(before - 10 * MINUTE_US);
});
