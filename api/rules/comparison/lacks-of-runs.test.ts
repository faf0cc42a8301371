import { expect, it } from 'vitest';
import type { Run } from '../../contract/run.ts';
import { samplePoint, sampleRun, step } from '../../testing/sample-run.ts';
import { compareRounds } from './compare-runs.ts';

const DECLARED = {
  alpha: 0.05,
  marginPercent: 2,
  primary: { metric: 'requestsPerSecond' as const, stepIndex: 0 },
  noiseOf: () => null,
};

/** Three rounds; runs of these places among a side's have no CPU time of the client. */
function side(name: string, lacking: number[]): { name: string; runs: Run[] } {
  const runs = [0, 1, 2].map((at) => {
    const point = samplePoint(lacking.includes(at) ? { clientCpuUsPerRequest: null } : {});
    return sampleRun({ id: `${name} ${at}`, load: { steps: [step(10)] }, points: [point] });
  });
  return { name, runs };
}

const lacks = (off: number[], on: number[]): string[] =>
  compareRounds([side('off', off), side('on', on)], DECLARED)
    .warnings.filter(({ code }) => code === 'side-unobserved')
    .map(({ sentence }) => sentence.replace(/:.*/, ''));

it('a warning counts the runs of a configuration that lack a figure, whichever round they are of', () => {
  expect(lacks([], [])).toEqual([]);
  expect(lacks([], [2])).toEqual(['1 of 3 runs of on lacks client CPU per request in every step']);
  expect(lacks([0, 1, 2], [0, 2])).toEqual([
    'off and 2 of 3 runs of on each lack client CPU per request in every step',
  ]);
});
