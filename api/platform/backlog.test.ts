import { expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

/** `free` lets the oldest that is under way end. */
function held(options: ConstructorParameters<typeof Backlog>[1]) {
  const begun: string[] = [];
  const holds: (() => void)[] = [];
  const backlog = new Backlog(async (name) => {
    begun.push(name);
    await new Promise<void>((resolve) => holds.push(resolve));
  }, options);
  const free = async (): Promise<void> => {
    holds.shift()?.();
    await new Promise(setImmediate);
  };
  return { backlog, begun, free };
}

it('does one after another, and under one name what was asked for meanwhile once more', async () => {
  const { backlog, begun, free } = held({ atOnce: 1 });
  for (const name of ['a', 'b', 'a', 'a']) backlog.add(name);
  for (let turn = 0; turn < 3; turn++) await free();
  await backlog.done();
  expect(begun).toEqual(['a', 'b', 'a']);
});

it('does so many at once, but never twice under one name', async () => {
  const { backlog, begun, free } = held({ atOnce: 2 });
  for (const name of ['a', 'a', 'b', 'c']) backlog.add(name);
  expect(begun).toEqual(['a', 'b']);
  await free();
  expect(begun).toEqual(['a', 'b', 'a']);
  for (let turn = 0; turn < 3; turn++) await free();
  await backlog.done();
  expect(begun).toEqual(['a', 'b', 'a', 'c']);
});

it('is done at once with nothing to do, and takes up work later', async () => {
  const { backlog, begun, free } = held({});
  await backlog.done();
  backlog.add('late');
  await free();
  await backlog.done();
  expect(begun).toEqual(['late']);
});

it('leaves what takes too long to itself', async () => {
  const { backlog, begun } = held({ atOnce: 1, deadlineMs: 5 });
  backlog.add('endless');
  backlog.add('next');
  await backlog.done();
  expect(begun).toEqual(['endless', 'next']);
});

it('once stopped ends what is under way, and begins nothing', async () => {
  const { backlog, begun, free } = held({ atOnce: 1 });
  backlog.add('a');
  backlog.add('b');
  const stopped = backlog.stop();
  backlog.add('c');
  await free();
  await stopped;
  expect(begun).toEqual(['a']);
});
