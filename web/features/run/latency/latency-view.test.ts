import type { Run } from '@contract/run';
import { expect, test } from 'vitest';
import type { LatencyColumn } from './latency-map';
import { viewOf } from './latency-view';

const S = 1e6;
const at = (state: string, stepIndex: number, seconds: number) => ({ state, stepIndex, atUs: seconds * S, note: null });
const transitions = [
  at('warming', 0, 100),
  at('measuring', 0, 110),
  at('cooling', 0, 121),
  at('warming', 1, 5000),
  at('measuring', 1, 5010),
  at('cooling', 1, 5021),
] as Run['transitions'];
const column = (stepIndex: number, from: number) =>
  ({ stepIndex, fromUs: from * S, toUs: (from + 1) * S }) as LatencyColumn;

test('steps are where their intervals are, after the warm-ups that the API saw', () => {
  const view = viewOf({ transitions }, [column(0, 110.5), column(0, 111.5), column(1, 5010.5)]);
  expect([view.zeroUs, view.fromUs, view.toUs]).toEqual([99 * S, 99 * S, 5012 * S]);
  expect(view.spans.warmups.map(({ fromUs, toUs }) => [fromUs / S, toUs / S])).toEqual([
    [100, 110],
    [5000, 5010],
  ]);
  expect(view.spans.steps).toEqual([
    { stepIndex: 0, label: 'step 1', fromUs: 110.5 * S, toUs: 112.5 * S },
    { stepIndex: 1, label: 'step 2', fromUs: 5010.5 * S, toUs: 5011.5 * S },
  ]);
});

test('a later step alone begins with its own warm-up, and counts time from the start of the run', () => {
  const view = viewOf({ transitions }, [column(1, 5010.5)]);
  expect([view.zeroUs, view.fromUs]).toEqual([99 * S, 4999 * S]);
  expect(view.spans.warmups.map(({ fromUs }) => fromUs / S)).toEqual([5000]);
});

test('where the clocks do not agree no warm-up is placed', () => {
  const view = viewOf({ transitions }, [column(0, 3710.5)]);
  expect([view.zeroUs, view.fromUs]).toEqual([3709.5 * S, 3709.5 * S]);
  expect(view.spans.warmups).toEqual([]);
});
