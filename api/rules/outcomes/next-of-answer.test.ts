import { expect, it } from 'vitest';
import type { Effect, MetricOutcome } from '../../contract/comparison.ts';
import { competingNext } from '../verdict/competing-words.ts';
import { type Limiting, nextOfAnswer } from './next-of-answer.ts';

const EFFECT = {
  ...{ ratio: 0.88, low: 0.69, high: 1.18, baselineCount: 4, otherCount: 4, roundsNeeded: 24, marginPercent: 2 },
} as Effect;
const told = (over: Partial<MetricOutcome>, effect: Partial<Effect> = {}): MetricOutcome =>
  ({
    ...{ metric: 'requestsPerSecond', stepPosition: 0, sideIndex: 1, primary: true, outcome: 'inconclusive' },
    ...{ word: 'inconclusive', couldShow: 'yes', couldShowSentence: '', sentence: '', because: '' },
    effect: { ...EFFECT, ...effect },
    ...over,
  }) as MetricOutcome;
const limited = (walls: Limiting['walls'], next: string): Limiting => ({
  ...{ wall: walls.length > 1 ? 'several' : (walls[0] ?? null), walls, next, confidence: 'measured' },
});
const SHARED = limited(['client-cpu', 'server-cpu'], 'Add a client host: what stays saturated is the limit.');
const SERVER = limited(['server-cpu'], 'Profile it.');

it('is nothing where every outcome is answered', () => {
  expect(nextOfAnswer([told({ outcome: 'higher', word: 'faster' })], [SHARED])).toBeNull();
});

it('is more rounds where the interval was too wide, with how many', () => {
  expect(nextOfAnswer([told({})], [SERVER])).toEqual({
    ...{ change: 'rounds', rounds: 25, sentence: 'A 12 % difference needs about 25 rounds, going by 4 runs.' },
  });
  expect(nextOfAnswer([told({ outcome: 'provisional' }, { baselineCount: 2, otherCount: 2 })], [])).toMatchObject({
    ...{ change: 'rounds', rounds: 4, sentence: 'Fewer than 3 rounds claim nothing: plan 4.' },
  });
});

it('is what moves the limit where shared CPUs barred an answer, however few the rounds', () => {
  const barred = { couldShow: 'no' } as const;
  const want = { change: 'client-host', rounds: 0, sentence: SHARED.next };
  expect(nextOfAnswer([told(barred)], [SERVER, SHARED])).toEqual(want);
  expect(nextOfAnswer([told(barred, { baselineCount: 2, otherCount: 2 })], [SHARED])).toEqual(want);
});

it('is to stop other load and run it again where other processes held the CPUs', () => {
  const advice = competingNext({ clients: [], server: null, backend: null } as never);
  const others = { ...limited(['client-cpu'], ''), ...advice };
  const runs = [SHARED, others, others];
  expect(nextOfAnswer([told({ couldShow: 'no' })], runs)).toEqual({
    ...{ change: 'again', rounds: 0, sentence: advice.next },
  });
});

it('is the design itself where neither rounds nor a limit give an answer', () => {
  const sentence = (roundsNeeded: number | null) => nextOfAnswer([told({}, { roundsNeeded })], [SERVER])?.sentence;
  expect(sentence(null)).toMatch(/^More rounds alone may not tell: /);
  expect(sentence(300)).toMatch(/^It needs more than 100 rounds, going by 4 runs, and an experiment has at most 60: /);
  expect(sentence(71)).toMatch(/^It needs about 80 rounds, /);
  expect(nextOfAnswer([told({ couldShow: 'no' })], [SERVER])).toMatchObject({
    ...{ change: 'design', sentence: 'More of the same rounds can’t show it: change what the runs ask for.' },
  });
});
