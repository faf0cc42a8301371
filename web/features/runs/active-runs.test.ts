import type { RunSummary } from '@contract/run';
import type { ActiveRuns } from '@contract/run-list';
import { expect, it } from 'vitest';
import { readActive } from './active-runs';

const NO_MORE = { underWay: 0, queued: 0 };
const run = (id: string, name = id) => ({ id, name }) as RunSummary;
const at = (runId: string, elapsedUs: number) => ({ runId, elapsedUs, remainingUs: 5, stepIndex: null, stepCount: 1 });
/** Answers in turn, and keeps what was asked. */
function api(...answers: Omit<ActiveRuns, 'more'>[]) {
  const asked: (string | undefined)[] = [];
  const ask = async (since: string | undefined) => {
    asked.push(since);
    return { more: { underWay: 0, queued: 7 }, ...answers[asked.length - 1] } as ActiveRuns;
  };
  return { asked, ask };
}

it('keeps runs that did not change, with their new progress, in the order told', async () => {
  const first = { progress: [at('a', 1), at('b', 1)], runs: [run('a'), run('b')], since: '1' };
  const second = { progress: [at('a', 2), at('b', 2), at('c', 2)], runs: [run('c'), run('b', 'renamed')], since: '2' };
  const { asked, ask } = api(first, second);
  const read = await readActive(await readActive(undefined, ask), ask);
  expect(read.runs.map(({ name, progress }) => [name, progress.elapsedUs])).toEqual([
    ['a', 2],
    ['renamed', 2],
    ['c', 2],
  ]);
  expect([asked, read.since, read.more.queued]).toEqual([[undefined, '1'], '2', 7]);
});

it('drops runs that are over', async () => {
  const { ask } = api({ progress: [at('b', 2)], runs: [], since: '2' });
  const read = await readActive({ runs: [run('a'), run('b')], more: NO_MORE, since: '1' }, ask);
  expect(read.runs.map(({ id }) => id)).toEqual(['b']);
});

it('asks for all of them when it is told of one as known that it does not know', async () => {
  const { asked, ask } = api(
    { progress: [at('a', 1), at('b', 1)], runs: [], since: '2' },
    { progress: [at('a', 1), at('b', 1)], runs: [run('a'), run('b')], since: '2' },
  );
  const read = await readActive({ runs: [run('a')], more: NO_MORE, since: '1' }, ask);
  expect(read.runs.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(asked).toEqual(['1', undefined]);
});
