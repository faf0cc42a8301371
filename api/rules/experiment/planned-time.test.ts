import { describe, expect, it } from 'vitest';
import type { RunSpec } from '../../contract/spec.ts';
import { closedStep, specFor } from '../../testing/fake-agent.ts';
import { HOST_ID } from '../../testing/sample-run.ts';
import { expectedRunsUs, plannedRunUs, remainingUs, wholeExperimentUs } from './planned-time.ts';
import type { Attempt, Slot } from './slots.ts';

const SECOND = 1_000_000;

/** 1 s of warm-up and 5 s of load, a step. */
const spec = (steps = 1, warmupSeconds = 1): RunSpec =>
  specFor(HOST_ID, { steps: Array.from({ length: steps }, () => closedStep(10)), warmupSeconds });
const LOAD_US = 6 * SECOND;

const attempt = (over: Partial<Attempt> & { seconds?: number | null } = {}): Attempt => {
  const { seconds = null, ...rest } = over;
  return {
    ...{
      runId: 'a',
      round: 0,
      position: 0,
      attempt: 0,
      failure: null,
      invalid: null,
      figure: seconds === null ? null : 100,
    },
    state: seconds === null ? 'queued' : 'finished',
    startedAtUs: seconds === null ? null : 1000,
    endedAtUs: seconds === null ? null : 1000 + seconds * SECOND,
    ...rest,
  };
};

const slots = (...places: [configuration: number, ...attempts: Attempt[]][]): Slot[] =>
  places.map(([configuration, ...attempts], position) => {
    const counted = attempts.findLast(({ figure }) => figure !== null) ?? null;
    return { round: 0, position, configuration, attempts, counted };
  });

describe('what a run takes', () => {
  it('is assumed to be more than its load before the first one is over', () => {
    const [short = 0, long = 0, cold = 0] = expectedRunsUs([], [spec(1), spec(10), spec(1, 0)]);
    expect(short).toBeGreaterThan(LOAD_US);
    expect(long - plannedRunUs(spec(10))).toBeGreaterThan(short - LOAD_US);
    expect(cold - plannedRunUs(spec(1, 0))).toBeLessThan(short - LOAD_US);
  });

  it('is about what was measured: eight runs of 1 s of warm-up and 3 s of load took 50 s', () => {
    const load = { steps: [{ ...closedStep(16), durationSeconds: 3 }], warmupSeconds: 1 };
    const seconds = wholeExperimentUs(4, [specFor(HOST_ID, load), specFor(HOST_ID, load)]) / SECOND;
    expect(seconds).toBeGreaterThan(50 * 0.9);
    expect(seconds).toBeLessThan(50 * 1.1);
  });

  it('is what runs of its configuration took, else what the others did beyond their own load', () => {
    const done = slots([0, attempt({ seconds: 10 })], [1, attempt({ seconds: 40 })]);
    const [baseline, tuned, other] = expectedRunsUs(done, [spec(), spec(), spec(2)]);
    expect([baseline, tuned]).toEqual([10 * SECOND, 40 * SECOND]);
    expect(other).toBe(plannedRunUs(spec(2)) + 19 * SECOND);
  });

  it('is not spoilt by one that hung, by those that failed, or by one that was faster than its load', () => {
    const hung = slots([0, attempt({ seconds: 10 })], [0, attempt({ seconds: 900 })], [0, attempt({ seconds: 12 })]);
    expect(expectedRunsUs(hung, [spec()])).toEqual([12 * SECOND]);
    const failed = slots([0, attempt({ seconds: 1, state: 'failed' }), attempt({ seconds: 10 })]);
    expect(expectedRunsUs(failed, [spec()])).toEqual([10 * SECOND]);
    expect(expectedRunsUs(slots([0, attempt({ seconds: 2 })]), [spec()])).toEqual([LOAD_US]);
  });
});

describe('the time left', () => {
  const done: [number, Attempt] = [0, attempt({ seconds: 10 })];
  const left = (under: { elapsedUs: number; loadLeftUs: number } | null, places: [number, ...Attempt[]][]): number =>
    remainingUs(slots(...places), [spec(), spec()], new Map(under ? [['b', under]] : []));

  it('is that of every run ahead, each as long as those that are over', () => {
    expect(left(null, [done, [1], [1], [0]])).toBe(30 * SECOND);
    expect(left(null, [done])).toBe(0);
  });

  it('takes off what the run under way has behind it, and is never less than the load it has ahead', () => {
    const going: [number, Attempt] = [1, attempt({ runId: 'b', state: 'measuring' })];
    expect(left({ elapsedUs: 4 * SECOND, loadLeftUs: 2 * SECOND }, [done, going, [0]])).toBe(16 * SECOND);
    expect(left({ elapsedUs: 9 * SECOND, loadLeftUs: 3 * SECOND }, [done, going])).toBe(3 * SECOND);
    expect(left({ elapsedUs: 60 * SECOND, loadLeftUs: 0 }, [done, going])).toBe(0);
  });

  it('of the run that makes up for one that failed is that of a whole run', () => {
    const again: [number, ...Attempt[]] = [
      1,
      attempt({ runId: 'f', seconds: 3, state: 'failed', figure: null }),
      attempt({ runId: 'b', attempt: 1, state: 'preparing' }),
    ];
    expect(left({ elapsedUs: SECOND, loadLeftUs: LOAD_US }, [done, again])).toBe(9 * SECOND);
  });
});
