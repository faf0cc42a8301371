import { expect, it } from 'vitest';
import { openStep } from '../../testing/fake-agent.ts';
import { step } from '../../testing/sample-run.ts';
import { letterOf, stepText } from './side-names.ts';

it.each([
  [step(1), '1 connection'],
  [step(50, { pipelining: 4 }), '50 connections × 4 deep'],
  [step(50, { toolWorkers: 1 }), '50 connections, 1 tool worker'],
  [openStep(50_000), '50,000 req/s'],
  [openStep(50_000, { connections: 200, arrivals: 'poisson' }), '50,000 req/s Poisson over 200 connections'],
])('a step is known by its load: %#', (spec, text) => {
  expect(stepText(spec)).toBe(text);
});

it('has a letter for each of the runs of an experiment', () => {
  expect([0, 25, 26, 27, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AB', 'AZ', 'BA', 'ZZ', 'AAA']);
});
