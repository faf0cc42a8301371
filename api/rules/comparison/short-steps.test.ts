import { describe, expect, it } from 'vitest';
import { samplePoint, sampleRun, step } from '../../testing/sample-run.ts';
import { noiseHeadline } from '../experiment/noise-headline.ts';
import { compareRounds, compareRuns } from './compare-runs.ts';

const DECLARED = {
  alpha: 0.05,
  marginPercent: 2,
  primary: { metric: 'requestsPerSecond' as const, stepIndex: 0 },
  noiseOf: () => null,
};

const run = (id: string, seconds: number, requestsPerSecond: number) =>
  sampleRun({
    id,
    load: { steps: [{ ...step(10), durationSeconds: seconds }] },
    points: [samplePoint({ requestsPerSecond, durationUs: seconds * 1e6 })],
  });

const rounds = (seconds: number) =>
  compareRounds(
    [100, 140].map((figure, side) => ({
      name: side === 0 ? 'off' : 'on',
      runs: [0, 1, 2, 3].map((round) => run(`${side} ${round}`, seconds, figure * (1 + round / 500))),
    })),
    DECLARED,
  );

describe('steps too short for a steady figure', () => {
  it('are held against the answer of an experiment, in its headline, its caveats and beside each outcome', () => {
    const { headline, because, warnings, outcomes } = rounds(3);
    expect(headline).toMatch(/ Caution: steps under 5 s\.$/);
    expect(because).toContain(
      '8 of 8 runs measured a step for less than 5 s. Under 5 s the figures are not steady enough to compare.',
    );
    expect(warnings.find(({ code }) => code === 'short-steps')?.sentence).toMatch(/^8 of 8 runs .* Measure longer\.$/);
    expect(outcomes.map(({ cautions }) => cautions)).toEqual(outcomes.map(() => ['steps under 5 s']));
  });

  it('are not held against steps of 5 s and more', () => {
    const { headline, warnings, outcomes } = rounds(5);
    expect(headline).not.toContain('Caution');
    expect(warnings.map(({ code }) => code)).not.toContain('short-steps');
    expect(outcomes.every(({ cautions }) => cautions === undefined)).toBe(true);
  });

  it('count run by run where runs are picked by hand', () => {
    const { warnings, headline } = compareRuns([run('a', 3, 100), run('b', 10, 100)], 'a');
    expect(warnings.find(({ code }) => code === 'short-steps')?.sentence).toMatch(/^1 of 2 runs /);
    expect(headline).toMatch(/ Caution: .*steps under 5 s\.$/);
  });

  it('are held against a noise floor, too', () => {
    const noise = { logSd: 0.01, degrees: 4 };
    const { headline } = noiseHeadline('requestsPerSecond', noise, 0.05, rounds(3));
    expect(headline).toMatch(/ Caution: .*steps under 5 s\.$/);
  });
});
