import { expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

function held(): { backlog: Backlog; done: string[]; free: () => void } {
  const done: string[] = [];
  let free = (): void => {};
  const backlog = new Backlog(async (name) => {
    await new Promise<void>((resolve) => {
      free = resolve;
    });
    done.push(name);
  });
  return { backlog, done, free: () => free() };
}

it('does one after another, and under one name what was asked for meanwhile once more', async () => {
  const { backlog, done, free } = held();
  for (const name of ['a', 'a', 'b', 'a']) backlog.add(name);
  for (let turn = 0; turn < 3; turn++) {
    await new Promise(setImmediate);
    free();
  }
  await backlog.done();
  expect(done).toEqual(['a', 'b', 'a']);
});

it('is done at once with nothing to do, and takes up work later', async () => {
  const { backlog, done, free } = held();
  await backlog.done();
  backlog.add('late');
  await new Promise(setImmediate);
  free();
  await backlog.done();
  expect(done).toEqual(['late']);
});

it('once stopped ends what is under way, and begins nothing', async () => {
  const { backlog, done, free } = held();
  backlog.add('a');
  backlog.add('b');
  await new Promise(setImmediate);
  const stopped = backlog.stop();
  backlog.add('c');
  free();
  await stopped;
  expect(done).toEqual(['a']);
});
