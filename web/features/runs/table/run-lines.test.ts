import type { RunFold } from '@contract/run-list';
import { expect, test } from 'vitest';
import {
  countText,
  type ListedRun,
  linesOf,
  nameInside,
  type Opened,
  runsOfLines,
  shownLines,
  withCurves,
} from './run-lines';

const run = (id: string) => ({ id, name: id, curve: [] as number[] }) as ListedRun;
const fold = (runId: string, experiment: string, runs: number) =>
  ({ runId, runs, experiment: { id: experiment, question: 'Faster?' } }) as RunFold;
const page = (ids: string[], folds: RunFold[] = []) => ({
  runs: ids.map(run),
  curves: [],
  standings: [],
  favourites: [],
  folds,
});
const text = (lines: ReturnType<typeof shownLines>) =>
  lines.map((line) =>
    line.type === 'run'
      ? `${line.inside === 'Faster?' ? '- ' : ''}${line.run.id}`
      : line.type === 'experiment'
        ? `${line.fold.experiment.id}${line.open ? ' open' : ''}`
        : `rest after ${line.shown}${line.error ? ', failed' : ''}`,
  );

const LINES = linesOf([page(['a', 'e2'], [fold('e2', 'E', 3)]), page(['b'])]);

test('runs that are folded stand as their experiment', () => {
  expect(text(shownLines(LINES, new Map()))).toEqual(['a', 'E', 'b']);
  expect(runsOfLines(shownLines(LINES, new Map())).map(({ id }) => id)).toEqual(['a', 'b']);
});

test('an experiment that moved between two pages stands once', () => {
  const moved = linesOf([page(['e3'], [fold('e3', 'E', 3)]), page(['b', 'e2', 'b'], [fold('e2', 'E', 2)])]);
  expect(moved.map(({ id }) => id)).toEqual(['E', 'b']);
});

test.each<[string, Opened, string[]]>([
  ['all its runs', { runs: [run('e3'), run('e2'), run('e1')], error: null }, ['- e3', '- e2', '- e1']],
  ['runs on their way', { runs: null, error: null }, ['rest after 0']],
  ['fewer than it has', { runs: [run('e3'), run('e2')], error: null }, ['- e3', '- e2', 'rest after 2']],
  ['runs that could not be read', { runs: null, error: new Error('no') }, ['rest after 0, failed']],
])('an open experiment shows %s below its line', (_what, opened, inside) => {
  const lines = shownLines(LINES, new Map([['E', opened]]));
  expect(text(lines)).toEqual(['a', 'E open', ...inside, 'b']);
});

test('below its experiment a run is called by what sets it apart', () => {
  expect(nameInside('Faster? · prefork · round 2', 'Faster?')).toBe('prefork · round 2');
  expect(nameInside('the odd one', 'Faster?')).toBe('the odd one');
});

test('a run has the curve that came with it, and an empty one where none did', () => {
  const curves = [{ runId: 'b', requestsPerSecond: [10, 20] }];
  expect(
    withCurves({ runs: [run('a'), run('b')], curves, standings: [], favourites: [] }).map(({ curve }) => curve),
  ).toEqual([[], [10, 20]]);
});

test('the count says runs and lines where they differ, and how many lines are loaded', () => {
  expect(countText({ listed: 43, total: 43, runsTotal: 43 })).toBe('43 runs');
  expect(countText({ listed: 50, total: 3_000, runsTotal: 3_000 })).toBe('50 of 3,000 runs');
  expect(countText({ listed: 3, total: 3, runsTotal: 8 })).toBe('8 runs in 3 lines');
  expect(countText({ listed: 50, total: 3_000, runsTotal: 8_000 })).toBe('8,000 runs in 3,000 lines, 50 loaded');
});
