import { expect, it } from 'vitest';
import type { Run, RunTransition } from '../../contract/run.ts';
import { chartStartUs, meanEdgesUs } from './mean-edges.ts';

const transitions: RunTransition[] = [
  { state: 'preparing', stepIndex: null, atUs: 0, note: null },
  { state: 'warming', stepIndex: 0, atUs: 5e6, note: null },
  { state: 'measuring', stepIndex: 0, atUs: 7e6, note: null },
];

it('begins a chart a second before the first load', () => {
  expect(chartStartUs(transitions)).toBe(4e6);
  expect(chartStartUs(transitions.slice(0, 1))).toBeNull();
});

it('names where a step begins and ends: by the run, by the tool, by the clock of the host', () => {
  const loadTime = { fromUs: 107.2e6, toUs: 111.9e6 };
  const point = { startedAtUs: 7.1e6, endedAtUs: 12.1e6 };
  const steps = [{ point, evidence: { server: { hostId: 'h', loadTime }, clients: [] }, clients: [] }];
  const run = { transitions, steps } as unknown as Pick<Run, 'steps' | 'transitions'>;
  expect(meanEdgesUs(run, 'h')).toEqual([4e6, 0, 5e6, 7e6, 107.2e6, 111.9e6, 7.1e6, 12.1e6]);
  expect(meanEdgesUs(run, 'another')).toEqual([4e6, 0, 5e6, 7e6, 7.1e6, 12.1e6]);
});
