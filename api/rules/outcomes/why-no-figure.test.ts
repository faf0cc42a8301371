import { describe, expect, it } from 'vitest';
import type { MetricOutcome } from '../../contract/comparison.ts';
import type { PointVerdict } from '../../contract/verdict.ts';
import { samplePoint, sampleRun, step } from '../../testing/sample-run.ts';
import { compareRounds } from '../comparison/compare-runs.ts';
import { reasonsBeside } from './sentences.ts';
import {
  roundsStillToRun,
  whyNoDetection,
  whyNoInterval,
  whyNoMean,
  whyNoNoiseFloor,
  whyNoRatio,
  whyNoRounds,
} from './why-no-figure.ts';

const SERVER: PointVerdict = {
  ...{ validity: 'valid', wall: 'server-cpu', walls: ['server-cpu'], confidence: 'measured', lowerBound: false },
  ...{ sentence: 'Server CPU.', because: '', next: '', littlesRatio: 1, evidence: [] },
};

/** Throughput of rounds of two sides. */
function told(baseline: number[], other: number[], verdict = SERVER): MetricOutcome[] {
  const runsOf = (figures: number[], prefork: boolean) =>
    figures.map((requestsPerSecond, round) => {
      const plain = sampleRun({ id: 'x' });
      const point = samplePoint({ requestsPerSecond });
      const target = { ...plain.spec.target, prefork } as never;
      const run = sampleRun({
        id: `${prefork}-${round}`,
        spec: { target },
        load: { steps: [step(10)] },
        points: [point],
      });
      return { ...run, steps: run.steps.map((one) => ({ ...one, verdict })) };
    });
  const primary = { metric: 'requestsPerSecond' as const, stepIndex: 0 };
  return compareRounds(
    [
      { name: 'off', runs: runsOf(baseline, false) },
      { name: 'on', runs: runsOf(other, true) },
    ],
    { alpha: 0.05, marginPercent: 2, primary, noiseOf: () => null },
  ).outcomes;
}

function throughput(...args: Parameters<typeof told>): MetricOutcome {
  const found = told(...args).find(({ primary }) => primary);
  if (!found) throw new Error('no outcome');
  return found;
}

describe('repeats that do not differ', () => {
  const outcome = throughput([100, 100, 100, 100], [104, 104, 104, 104]);

  it('are the reason that there is no interval, not how few they are', () => {
    expect(outcome.effect).toMatchObject({ low: null, pairs: 4 });
    expect([whyNoInterval(outcome), whyNoDetection(outcome), whyNoRounds(outcome)]).toEqual(
      Array(3).fill('every repeat gave the same ratio'),
    );
  });

  it('are a doubt that stands beside the figures', () => {
    expect(reasonsBeside(outcome)).toEqual(['Every repeat gave the very same ratio, so the noise is unknown.']);
  });
});

describe('rounds that are still needed', () => {
  it('are more than are worth naming where noise is far above the difference, not unknown', () => {
    const outcome = throughput([100, 140, 90, 130], [131, 97, 138, 92]);
    expect(outcome).toMatchObject({ outcome: 'inconclusive', effect: { roundsNeeded: null } });
    expect(roundsStillToRun(outcome)).toEqual({ toShow: 'equality', rounds: null });
    expect(outcome.because).toContain('takes more than 200 rounds');
  });

  it('are none where there is an answer, or where more of the test would not show it', () => {
    const faster = throughput([100, 101, 99, 100], [110, 111, 110, 109]);
    expect([roundsStillToRun(faster), whyNoRounds(faster)]).toEqual([null, 'answered: more rounds are not needed']);
    const byClient = { ...SERVER, wall: 'client-cpu', walls: ['client-cpu'] } as PointVerdict;
    const unshowable = throughput([100, 140, 90, 130], [131, 97, 138, 92], byClient);
    expect([roundsStillToRun(unshowable), whyNoRounds(unshowable)]).toEqual([
      null,
      'more rounds of this test would not show it',
    ]);
  });
});

describe('too few runs', () => {
  it('give no interval where a side has one', () => {
    const outcome = throughput([100], [110]);
    expect([whyNoInterval(outcome), whyNoDetection(outcome)]).toEqual(
      Array(2).fill('an interval needs two runs a side'),
    );
  });

  it('give an interval and no claim where a side has two', () => {
    const outcome = throughput([100, 103], [110, 112]);
    expect(outcome.effect).toMatchObject({ smallestShownPercent: null, low: expect.any(Number) });
    expect(whyNoDetection(outcome)).toBe('fewer than 3 runs on a side');
    expect(reasonsBeside(outcome)).toEqual(['Fewer than three runs a side are too few for a claim.']);
  });
});

it('a noise floor that nobody measured is absent, not unknown', () => {
  expect(whyNoNoiseFloor(throughput([100, 103], [110, 112]))).toBe('not measured on these hosts');
});

it('a side without a figure is why the two have no ratio, and is itself not measured', () => {
  const { baseline, ...rest } = { ...throughput([100, 101, 99], [110, 111, 109]), effect: null };
  const without = { ...rest, baseline: { ...baseline, mean: null } };
  expect([whyNoRatio(without), whyNoInterval(without), whyNoRounds(without), whyNoNoiseFloor(without)]).toEqual(
    Array(4).fill('a side has no figure'),
  );
  expect(whyNoRatio({ ...rest, baseline })).toBe('the two have no ratio');
  expect(whyNoMean({ metric: 'latencyMsP50' })).toBe('not measured, or too coarse for a ratio');
  expect(whyNoMean({ metric: 'requestsPerSecond' })).toBe('not measured, or 0');
});
