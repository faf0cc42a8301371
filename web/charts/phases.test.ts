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

const drivenOn = (fromUs: number, toUs: number) => step({ server: side('server', { fromUs, toUs }), clients: [] });

it('what lies before the load, between steps and after them is marked, whole, and a restart of the tool is not', () => {
  expect(idleOf([drivenOn(7e6, 12e6), unjudged], 'server')).toEqual([
    ['before the load', 0, 5],
    ['no load', 12, 15],
    ['no load', 20, 22],
  ]);
});

it('a stretch in which load may have been driven is not marked: the clock of the host is 2 s behind to 2 s ahead', () => {
  expect(idleOf([drivenOn(9e6, 10e6), unjudged], 'server')).toEqual([['before the load', 0, 3]]);
});

it('on a host of another clock they are marked by that: 40.3 to 40.5 s ahead, as two steps tell', () => {
  const steps = [drivenOn(47.5e6, 52.2e6), drivenOn(56.9e6, 60.3e6)];
  expect(idleOf(steps, 'server', 62e6)).toEqual([
    ['before the load', 0, 45.3],
    ['no load', 52.5, 55.3],
    ['no load', 60.5, 62],
  ]);
});

it('a warm-up that goes on is none, however far behind the clock of its host is', () => {
  const goesOn = [
    ...ramp.slice(0, 4),
    { state: 'warming', stepIndex: 1, atUs: 15e6, note: null },
  ] as Run['transitions'];
  const steps = [drivenOn(2e6, 7e6), unjudged];
  expect(spansOnHost({ steps, transitions: goesOn }, 'server', 14e6).idle).toEqual([
    { label: 'no load', fromUs: 7e6, toUs: 10e6 },
  ]);
});

it('nothing is marked where no step tells the clock of the host, as in the first one, or where it was set', () => {
  expect(idleOf([unjudged, unjudged])).toEqual([]);
  expect(idleOf([drivenOn(7e6, 12e6), drivenOn(115e6, 119e6)], 'server')).toEqual([]);
});

it('before any load was driven nothing is marked', () => {
  expect(spansOnHost({ steps: [], transitions: ramp.slice(0, 1) }, 'left', 4e6).idle).toEqual([]);
});
