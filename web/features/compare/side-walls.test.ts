import type { Comparison } from '@contract/comparison';
import type { PointVerdict } from '@contract/verdict';
import { expect, test } from 'vitest';
import { sampleComparison, sampleRun } from '@/testing/comparison-sample';
import { judgedRows, sharesText, sideWalls } from './side-walls';

const verdict = (wall: PointVerdict['wall'], over: Partial<PointVerdict> = {}): PointVerdict => ({
  validity: 'valid',
  wall,
  walls: wall ? [wall] : [],
  confidence: 'measured',
  lowerBound: false,
  sentence: '',
  because: '',
  next: '',
  littlesRatio: null,
  evidence: [],
  ...over,
});

/** Runs of one step each with these verdicts; `sides` name their places. */
function compared(verdicts: (PointVerdict | null)[], sides: number[][]): Comparison {
  const runs = verdicts.map((one, i) => {
    const run = sampleRun(String(i), [{ connections: 10 }]);
    return { ...run, steps: run.steps.map((step) => ({ ...step, verdict: one })) };
  });
  return sampleComparison(runs, [{ cells: runs.map(() => 0) }], {
    sides: sides.map((places, i) => ({
      runIds: places.map((place) => `id-${place}`),
      letters: '',
      name: '',
      baseline: i === 0,
      differsIn: [],
    })),
  });
}

test('a wall that moved is seen only where both sides were measured', () => {
  const moved = (a: PointVerdict, b: PointVerdict) => sideWalls(compared([a, b], [[0], [1]]), 0)[1]?.moved;
  expect(moved(verdict('client-cpu'), verdict('server-cpu'))).toBe(true);
  expect(moved(verdict('client-cpu'), verdict('client-cpu'))).toBe(false);
  expect(moved(verdict('client-cpu'), verdict('unknown', { confidence: 'cannot-tell' }))).toBe(false);
  expect(moved(verdict('client-cpu', { confidence: 'cannot-tell' }), verdict('server-cpu'))).toBe(false);
  expect(moved(verdict(null, { validity: 'invalid' }), verdict('server-cpu'))).toBe(false);
});

test('a wall has moved where most runs of a side say so, and of several walls where they are others', () => {
  const both = verdict('several', { walls: ['client-cpu', 'server-cpu'] });
  const others = verdict('several', { walls: ['client-cpu', 'nic-bandwidth'] });
  const moved = (...of: PointVerdict[]) =>
    sideWalls(
      compared(
        [both, both, both, ...of],
        [
          [0, 1, 2],
          [3, 4, 5],
        ],
      ),
      0,
    )[1];
  const server = verdict('server-cpu');
  expect(moved(server, server, both)).toMatchObject({ moved: true, walls: [{ text: 'server CPU' }, {}] });
  expect(moved(server, both, others)?.moved).toBe(false);
  expect(moved(others, others, both)?.moved).toBe(true);
});

test('repetitions are told together: the commonest wall first, the worst validity of all', () => {
  const [baseline] = sideWalls(
    compared(
      [verdict('server-cpu'), verdict('client-cpu', { validity: 'suspect' }), verdict('client-cpu'), null],
      [[0, 1, 2], [3]],
    ),
    0,
  );
  expect(baseline?.walls.map(({ text, runs }) => [text, runs])).toEqual([
    ['client CPU', 2],
    ['server CPU', 1],
  ]);
  expect(baseline?.validity).toBe('suspect');
});

test('a side that was not judged has none, and a row without any is left out', () => {
  expect(sideWalls(compared([verdict('server-cpu'), null], [[0], [1]]), 0)[1]).toBeNull();
  expect(judgedRows(compared([null, null], [[0], [1]]))).toEqual([]);
  expect(judgedRows(compared([null, verdict('server-cpu')], [[0], [1]]))).toEqual([0]);
});

test('an unknown limit is said as the result says it, with what is suspected', () => {
  const unknown = verdict('unknown', { walls: ['client-cpu', 'server-cpu'], confidence: 'cannot-tell' });
  expect(sideWalls(compared([unknown], [[0]]), 0)[0]?.walls[0]?.text).toBe(
    'limit unknown, client CPU and server CPU suspected',
  );
});

test('of a side with several limits, what limited the other runs is told with how many they were', () => {
  const runs = [verdict('server-cpu'), verdict('server-cpu'), verdict('client-cpu'), verdict(null)];
  const [side] = sideWalls(compared(runs, [[0, 1, 2, 3]]), 0);
  expect(side && sharesText(side)).toBe('in 2 of 4 runs; others: client CPU in 1, none named in 1');
});
