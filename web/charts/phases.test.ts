import type { Run } from '@contract/run';
import { loadTimeOf } from '@rules/evidence/load-time';
import { expect, it } from 'vitest';
import { spansOnHost } from './phases';

/** Two clients got an instant 1.5 s ahead, and the clock of the second is an hour ahead of the API's. */
const HOUR = 3600e6;
const transitions = [
  { state: 'measuring', stepIndex: 0, atUs: 10e6, note: null },
  { state: 'cooling', stepIndex: 0, atUs: 17e6, note: null },
] as Run['transitions'];
const side = (hostId: string, loadTime: { fromUs: number; toUs: number } | null) => ({ hostId, loadTime });
const figures = (startedAtUs: number, endedAtUs: number) => ({ startedAtUs, endedAtUs, durationUs: 5e6 });
const step = (evidence: unknown) =>
  ({
    evidence,
    clients: [
      { hostId: 'left', figures: figures(11.5e6, 16.6e6) },
      { hostId: 'right', figures: figures(HOUR + 11.5e6, HOUR + 16.6e6) },
      { hostId: 'failed', figures: null },
    ],
  }) as unknown as Run['steps'][number];

it('a step is cut where load was driven, by the clock that the samples of the host have', () => {
  const kept = { server: side('server', { fromUs: 31.6e6, toUs: 36.4e6 }), clients: [side('left', null)] };
  const steps = [step(kept)];
  expect(loadTimeOf({ steps }, 'server', 0)).toEqual({ fromUs: 31.6e6, toUs: 36.4e6 });
  expect(loadTimeOf({ steps }, 'right', 0)).toEqual({ fromUs: HOUR + 11.6e6, toUs: HOUR + 16.5e6 });
  expect(spansOnHost({ steps, transitions }, 'right', 20e6).steps).toMatchObject([
    { label: 'step 1', fromUs: HOUR + 11.6e6, toUs: HOUR + 16.5e6, timed: true },
  ]);
});

it('where its own clock says nothing of a step, the step is placed by the API and has no mean', () => {
  const steps = [step(null)];
  for (const hostId of ['server', 'failed']) {
    expect(loadTimeOf({ steps }, hostId, 0)).toBeNull();
    expect(spansOnHost({ steps, transitions }, hostId, 20e6).steps).toMatchObject([{ fromUs: 10e6, timed: false }]);
  }
});

const ramp = [
  { state: 'preparing', stepIndex: null, atUs: 1e6, note: null },
  { state: 'warming', stepIndex: 0, atUs: 5e6, note: null },
  { state: 'measuring', stepIndex: 0, atUs: 7e6, note: null },
  { state: 'cooling', stepIndex: 0, atUs: 12e6, note: null },
  { state: 'measuring', stepIndex: 1, atUs: 15e6, note: null },
  { state: 'stopping', stepIndex: null, atUs: 20e6, note: null },
] as Run['transitions'];
const unjudged = { evidence: null, clients: [] } as unknown as Run['steps'][number];
const idleOf = (steps: Run['steps'], hostId = 'left', endUs = 22e6) =>
  spansOnHost({ steps, transitions: ramp }, hostId, endUs).idle.map(({ label, fromUs, toUs }) => [
    ...[label, fromUs / 1e6, toUs / 1e6],
  ]);

it('what lies before the load, between steps and after them is marked, whole, and a restart of the tool is not', () => {
  expect(idleOf([unjudged, unjudged])).toEqual([
    ['before the load', 0, 5],
    ['no load', 12, 15],
    ['no load', 20, 22],
  ]);
});

it('a stretch in which load may have been driven is not marked, though the step is cut to what is certain', () => {
  const kept = { server: side('server', { fromUs: 9e6, toUs: 10e6 }), clients: [] };
  expect(idleOf([step(kept), unjudged], 'server')).toContainEqual(['no load', 12, 15]);
});

it('a host of another clock has no such marks, for they would lie elsewhere', () => {
  expect(idleOf([step(null), unjudged], 'right')).toEqual([]);
});

it('before any load was driven nothing is marked', () => {
  expect(spansOnHost({ steps: [], transitions: ramp.slice(0, 1) }, 'left', 4e6).idle).toEqual([]);
});
