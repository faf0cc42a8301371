import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('lets work of one name wait for the one before, also for one that fails, and no other', async () => {
  const turns = new Turns();
  const done: string[] = [];
  const work = (what: string, ms: number) => async () => {
    done.push(`${what} begins`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    done.push(`${what} ends`);
    if (what === 'fails') throw new Error('no');
    return what;
  };
  const answers = await Promise.allSettled([
    turns.take('a', work('fails', 20)),
    turns.take('a', work('second', 5)),
    turns.take('b', work('other', 5)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(done).toEqual(['fails begins', 'other begins', 'other ends', 'fails ends', 'second begins', 'second ends']);
});
