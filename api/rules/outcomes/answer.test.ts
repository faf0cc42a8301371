import { expect, it } from 'vitest';
import type { Effect, MetricOutcome } from '../../contract/comparison.ts';
import {
  answerBasis,
  answerWord,
  aroundNoChange,
  detectionText,
  intervalText,
  repeatsFor,
  unshownText,
} from './answer.ts';

const EFFECT: Effect = {
  ratio: 0.88,
  low: 0.69,
  high: 1.18,
  hodgesLehmann: 0.88,
  confidencePercent: 95,
  pairs: 4,
  baselineCount: 4,
  otherCount: 4,
  interleaved: true,
  pValue: 0.4,
  pValueAdjusted: null,
  marginPercent: 2,
  noiseFloorPercent: null,
  smallestShownPercent: 43,
  roundsNeeded: 24,
};

const told = (over: Partial<MetricOutcome>, effect: Partial<Effect> | null = {}): MetricOutcome => ({
  metric: 'requestsPerSecond',
  stepPosition: 0,
  sideIndex: 1,
  primary: true,
  outcome: 'inconclusive',
  word: 'inconclusive',
  couldShow: 'yes',
  couldShowSentence: '',
  baseline: { mean: 100, values: [], validity: 'valid', wall: 'server-cpu', confidence: 'measured' },
  other: { mean: 90, values: [], validity: 'valid', wall: 'server-cpu', confidence: 'measured' },
  effect: effect && { ...EFFECT, ...effect },
  sentence: 'The whole of it.',
  because: '',
  ...over,
});
const single = { baselineCount: 1, otherCount: 1, pairs: null, low: null, high: null, roundsNeeded: null };

it('never calls a difference faster that the test could not have shown', () => {
  const higher = { outcome: 'higher', word: 'faster' } as const;
  expect(answerWord(told(higher))).toBe('faster');
  expect(answerWord(told({ ...higher, couldShow: 'no' }))).toBe('no answer');
  expect(answerWord(told({ outcome: 'equivalent' }))).toBe('same');
});

it('says in a few words what an answer rests on', () => {
  expect(answerBasis(told({}))).toBe('−31 to +18 %, 4 rounds');
  expect(answerBasis(told({ outcome: 'no-repeats' }, single))).toBe('one run each');
  expect(answerBasis(told({}, null))).toBe('The whole of it.');
  expect(answerBasis(told({ outcome: 'provisional' }, { ...single, baselineCount: 2, otherCount: 3 }))).toBe(
    '2 runs on a side: too few',
  );
});

it.each([
  ['one run a side is repeated', told({ outcome: 'no-repeats' }, single), { type: 'repeat', rounds: 4 }],
  ['no answer takes the rounds that it needs', told({}), { type: 'rounds', rounds: 25 }],
  ['more rounds than an experiment may have are not offered', told({}, { roundsNeeded: 61 }), { type: 'no-rounds' }],
  ['rounds mend no test that cannot show it', told({ couldShow: 'no' }), { type: 'no-rounds' }],
  ['a claim needs no more', told({ outcome: 'higher', word: 'faster' }), { type: 'answered' }],
] as const)('%s', (_, outcome, next) => {
  expect(repeatsFor(outcome)).toEqual(next);
});

it('says when the noise was underestimated', () => {
  expect(detectionText(6.12, 42.5, 6)).toBe('can detect 43 % now, planned 6.1 % over 6 rounds (noisier than planned)');
  expect(detectionText(null, 1280, 6)).toBe('can detect 1,300 % now');
  expect(detectionText(6, 5, 10)).toBe('can detect 5 % now, planned 6 % over 10 rounds');
  expect(detectionText(null, null, 6)).toBeNull();
});

it('states no interval that is wider than ten times up or down, and says why and what it takes', () => {
  expect(intervalText({ low: 0.0005, high: 637 })).toBe('too wide to state');
  expect(intervalText({ low: 0.11, high: 9.9 })).toBe('−89 to +890 %');
  // Fifteen times as much, and hardly a doubt about it.
  expect(intervalText({ low: 15.045, high: 15.061 })).toBe('+1,400 to +1,410 %');
  const wide = { low: 0.0005, high: 637, baselineCount: 2, otherCount: 2 };
  expect(answerBasis(told({}, wide))).toBe(
    'interval too wide to state: 2 rounds vary too much, about 25 rounds needed',
  );
  expect(answerBasis(told({}, { ...wide, roundsNeeded: null }))).toContain('more than 200 rounds needed');
});

it('says an expected interval as it is drawn, by ratios', () => {
  expect(aroundNoChange(56)).toBe('−36 to +56 %');
  expect(aroundNoChange(2)).toBe('±2 %');
  expect(aroundNoChange(1000)).toBe('too wide to state');
});

it('says of a difference beside no answer that it is measured alone', () => {
  expect(unshownText('+48 %')).toBe('Measured +48 %, not shown to be real');
});
