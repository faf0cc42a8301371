import { expect, it } from 'vitest';
import { Gatherer } from './gather.ts';

const sizes: number[] = [];
const doubling = (fails: (questions: number[]) => boolean = () => false) =>
  new Gatherer<number, number>(async (questions) => {
    sizes.push(questions.length);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (fails(questions)) throw new Error(`not ${questions.join(' ')}`);
    return questions.map((one) => one * 2);
  });

it('asks the first at once and all that come meanwhile together', async () => {
  sizes.length = 0;
  const gatherer = doubling();
  const numbers = Array.from({ length: 50 }, (_, at) => at);
  expect(await Promise.all(numbers.map((one) => gatherer.ask(one)))).toEqual(numbers.map((one) => one * 2));
  expect(sizes).toEqual([1, 49]);
  expect(await gatherer.ask(7)).toBe(14);
});

it('asks for no more than two hundred together', async () => {
  sizes.length = 0;
  const gatherer = doubling();
  await Promise.all(Array.from({ length: 402 }, (_, at) => gatherer.ask(at)));
  expect(sizes).toEqual([1, 200, 200, 1]);
});

it('pauses after several came together, and not while each comes alone', async () => {
  const startsMs: number[] = [];
  const gatherer = new Gatherer<number, number>(async (questions) => {
    startsMs.push(performance.now());
    return questions;
  });
  for (let at = 0; at < 20; at++) await gatherer.ask(at);
  const [first = 0, last = 0] = [startsMs[0], startsMs.at(-1)];
  expect(last - first).toBeLessThan(19 * 20);
  await Promise.all([1, 2, 3].map((one) => gatherer.ask(one)));
  await Promise.all([4, 5].map((one) => gatherer.ask(one)));
  const [crowd = 0, next = 0] = startsMs.slice(-2);
  expect(startsMs).toHaveLength(22);
  expect(next - crowd).toBeGreaterThan(15);
});

it('lets one at fault fail alone', async () => {
  const gatherer = doubling((questions) => questions.includes(3));
  const answers = await Promise.allSettled([1, 2, 3, 4].map((one) => gatherer.ask(one)));
  expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    2,
    4,
    'Error: not 3',
    8,
  ]);
});

it('asks none again by itself while the database is away', async () => {
  sizes.length = 0;
  const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const gatherer = new Gatherer<number, number>(async (questions) => {
    sizes.push(questions.length);
    await new Promise((resolve) => setTimeout(resolve, 5));
    throw away;
  });
  const answers = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => gatherer.ask(at)));
  expect(answers.map((one) => one.status === 'rejected' && one.reason)).toEqual(answers.map(() => away));
  expect(sizes).toEqual([1, 49]);
});
