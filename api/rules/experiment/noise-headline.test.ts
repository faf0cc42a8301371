import { expect, it } from 'vitest';
import type { MetricOutcome } from '../../contract/comparison.ts';
import type { Finding } from '../../contract/verdict.ts';
import { samplePoint, sampleRun } from '../../testing/sample-run.ts';
import { compareRounds } from '../comparison/compare-runs.ts';
import { noiseHeadline } from './noise-headline.ts';
import { noiseOfFigures } from './run-noise.ts';

const BASELINE = [52_000, 114_000, 51_000];
const AGAIN = [47_000, 52_300, 80_000];
const NOWHERE = { targetKey: null, of: null, key: null, suspect: false };
const COMPETING = { code: 'competing-load', severity: 'suspect', sentence: 'Others ran.', stepIndex: 0 } as Finding;

function floorOf(competing: boolean) {
  const runsOf = (figures: number[], side: string) =>
    figures.map((requestsPerSecond, round) => ({
      ...sampleRun({ id: `${side} ${round}`, points: [samplePoint({ requestsPerSecond })] }),
      findings: competing ? [COMPETING] : [],
    }));
  const sides = [
    { name: 'baseline', runs: runsOf(BASELINE, 'a') },
    { name: 'baseline again', runs: runsOf(AGAIN, 'b') },
  ];
  const primary = { metric: 'requestsPerSecond' as const, stepIndex: 0 };
  const compared = compareRounds(sides, { alpha: 0.05, marginPercent: 2, primary, noiseOf: () => null, alike: true });
  const noise = noiseOfFigures(
    [BASELINE, AGAIN].flatMap((figures, configuration) =>
      figures.map((figure, round) => ({ ...NOWHERE, experimentId: 'e', round, configuration, figure })),
    ),
  );
  return { compared, told: noiseHeadline('requestsPerSecond', noise, 0.05, compared) };
}

it('tells what differed within a round apart from what the mean of all rounds may differ by', () => {
  const { told } = floorOf(false);
  expect(told.headline).toBe('Noise floor: 160 % in throughput over 3 rounds.');
  expect(told.because).toBe(
    'Identical runs of one round differed by up to 120 %. The mean of 3 such rounds lies within 160 % with 95 % confidence: a smaller difference may be noise.',
  );
});

it('under competing load is not called how much the hosts vary by themselves', () => {
  const { told } = floorOf(true);
  expect(told.headline).toBe('Noise floor under competing load: 160 % in throughput over 3 rounds.');
  expect(told.because).toContain('6 of 6 runs had competing load.');
  expect(told.because).toContain('How much the hosts vary without it is not known: stop other processes and rerun.');
});

it('ranks nothing of a baseline against itself, and tells how far apart it was', () => {
  const { compared } = floorOf(false);
  const main = compared.outcomes.find(({ primary }) => primary);
  expect(main).toMatchObject({ couldShow: 'no', outcome: 'inconclusive' });
  expect(main?.sentence).toMatch(/^Throughput: baseline again −\d+ % against baseline \(−\d+ to \+\d+ %\)\.$/);
  expect(JSON.stringify(compared.outcomes)).not.toContain('rank them');
  expect(main?.because).not.toContain('of the server');
});

it('knows no noise that is finer than the tool tells', () => {
  const same = [12, 12, 12];
  const noise = noiseOfFigures(
    [same, same].flatMap((figures, configuration) =>
      figures.map((figure, round) => ({ ...NOWHERE, experimentId: 'e', round, configuration, figure })),
    ),
  );
  expect(noise).toBeNull();
  const primary = { ...floorOf(false).compared.outcomes[0], primary: true } as MetricOutcome;
  const told = (values: number[]) => {
    const side = { ...primary.baseline, values };
    const outcomes = [{ ...primary, baseline: side, other: side }];
    return noiseHeadline('latencyMsP50', noise, 0.05, { outcomes, runs: [], steps: [] }).headline;
  };
  expect(told(same)).toBe('No noise floor of p50 latency: both sides gave the same figure in every round.');
  expect(told([12, 12])).toBe('No noise floor of p50 latency yet: run at least 3 rounds.');
});
