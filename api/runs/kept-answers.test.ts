import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

const here = () => new AbortController();
const textOf = async (answer: Promise<{ bytes: Buffer }>) => (await answer).bytes.toString();

it('derives an answer once, and anew when what it rests on is another', async () => {
  const kept = new KeptAnswers();
  let derived = 0;
  const ask = (state: string) => textOf(kept.of('series', state, here().signal, async () => ++derived));
  expect(await Promise.all([ask('3 frames'), ask('3 frames')])).toEqual(['1', '1']);
  expect(await ask('3 frames')).toBe('1');
  expect([await ask('4 frames'), await ask('4 frames')]).toEqual(['2', '2']);
});

it('has a tag that the same content has again, and another content has not', async () => {
  const tagOf = async (content: string) =>
    (await new KeptAnswers().of('q', '', here().signal, async () => content)).tag;
  expect(await tagOf('a')).toBe(await tagOf('a'));
  expect(await tagOf('a')).not.toBe(await tagOf('b'));
});

it('breaks off only once all who asked are gone, and keeps nothing of that', async () => {
  const kept = new KeptAnswers();
  const [first, second] = [here(), here()];
  let told: AbortSignal | undefined;
  let finish = (_: string): void => {};
  const derive = (nobody: AbortSignal) => {
    told = nobody;
    return new Promise<string>((resolve) => {
      finish = resolve;
    });
  };
  const asked = [first, second].map(({ signal }) => kept.of('q', 's', signal, derive));
  first.abort();
  expect(told?.aborted).toBe(false);
  second.abort();
  expect(told?.aborted).toBe(true);
  const later = kept.of('q', 's', here().signal, async () => 'whole');
  finish('cut short');
  await Promise.all(asked);
  expect(await textOf(later)).toBe('"whole"');
  expect(await textOf(kept.of('q', 's', here().signal, async () => 'never'))).toBe('"whole"');
});

it('forgets what failed, and what was not asked for longest', async () => {
  // Each counts with what it takes beside its body: there is room for two.
  const kept = new KeptAnswers(2_200);
  const failing = kept.of('q', 's', here().signal, () => Promise.reject(new Error('no database')));
  await expect(failing).rejects.toThrow('no database');
  await setImmediate();
  const ask = (question: string, content: string) => textOf(kept.of(question, 's', here().signal, async () => content));
  expect(await ask('q', 'ten bytes')).toBe('"ten bytes"');
  await ask('r', 'another');
  expect(await ask('q', 'is kept')).toBe('"ten bytes"');
  await ask('third', 'a third one');
  expect(await ask('q', 'is kept')).toBe('"ten bytes"');
  expect(await ask('r', 'derived')).toBe('"derived"');
});

it('keeps no more of the smallest answers than fit with what each takes besides', async () => {
  const kept = new KeptAnswers(100 * 1024);
  const derived: number[] = [];
  const ask = (at: number) =>
    textOf(
      kept.of(`q${at}`, 's', here().signal, async () => {
        derived.push(at);
        return 0;
      }),
    );
  for (let at = 0; at < 1000; at++) await ask(at);
  await ask(0);
  expect(derived).toHaveLength(1001);
  await ask(999);
  expect(derived).toHaveLength(1001);
});
