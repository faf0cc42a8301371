import type { Effect, MetricOutcome } from '@contract/comparison';
import { intervalText, answerKind as kindOf } from '@rules/outcomes/answer';
import { expect, test } from 'vitest';
import { sampleComparison, sampleOutcome, sampleRun } from '@/testing/comparison-sample';
import { bySignificance, countText, mainOutcomes, markOfRun, markOfSide, saysText } from './outcomes';

const effect = (over: Partial<Effect>): Effect => ({ ...(sampleOutcome({}).effect as Effect), ...over });

test('a difference counts as better or worse by its word, and as unclear unless the test could have shown it', () => {
  const kind = (over: Partial<MetricOutcome>) => kindOf(sampleOutcome(over));
  expect(kind({ outcome: 'higher', word: 'faster' })).toBe('better');
  expect(kind({ outcome: 'lower', word: 'cheaper' })).toBe('better');
  expect(kind({ outcome: 'higher', word: 'slower' })).toBe('worse');
  expect(kind({ outcome: 'higher', word: 'costlier' })).toBe('worse');
  expect(kind({ outcome: 'higher', word: 'faster', couldShow: 'no' })).toBe('unclear');
  expect(kind({ outcome: 'higher', word: 'faster', couldShow: 'cannot-tell' })).toBe('unclear');
  expect(kind({ outcome: 'equivalent' })).toBe('same');
  expect(kind({ outcome: 'equivalent', couldShow: 'no' })).toBe('unclear');
  expect((['inconclusive', 'provisional', 'no-repeats'] as const).map((outcome) => kind({ outcome }))).toEqual([
    'unclear',
    'unclear',
    'unclear',
  ]);
});

test('the table says no more than what is claimed', () => {
  expect(saysText(sampleOutcome({ outcome: 'higher', word: 'faster', couldShow: 'no' }))).toBe('higher, not claimed');
  expect(saysText(sampleOutcome({ outcome: 'lower', word: 'slower', couldShow: 'cannot-tell' }))).toBe(
    'lower, not claimed',
  );
  expect(saysText(sampleOutcome({ outcome: 'equivalent' }))).toBe('same within 2.0 %');
  expect(saysText(sampleOutcome({ outcome: 'equivalent', couldShow: 'no' }))).toBe('same within 2.0 %, not claimed');
  expect(saysText(sampleOutcome({ outcome: 'no-repeats' }))).toBe('no repeats');
  const doubted = (over: Partial<Effect>) => saysText(sampleOutcome({ outcome: 'inconclusive', effect: effect(over) }));
  const lower = { ratio: 0.44, low: 0.3, high: 0.63 };
  expect(doubted({ ...lower, noiseFloorPercent: 150 })).toBe('lower, within noise floor');
  expect(doubted({ ratio: 1.015, low: 1.01, high: 1.02, noiseFloorPercent: null })).toBe('higher, within margin');
  expect(doubted({ ratio: 0.98, low: 0.9, high: 1.1 })).toBe('inconclusive');
});

test('what was declared comes first, then what was decided, by the adjusted probability of chance', () => {
  const told = [
    sampleOutcome({ metric: 'latencyMsP50', outcome: 'inconclusive', effect: effect({ pValue: 0.001 }) }),
    sampleOutcome({
      metric: 'latencyMsP99',
      outcome: 'lower',
      effect: effect({ pValue: 0.001, pValueAdjusted: 0.04 }),
    }),
    sampleOutcome({ metric: 'serverCpuUsPerRequest', outcome: 'lower', effect: effect({ pValueAdjusted: 0.01 }) }),
    sampleOutcome({ metric: 'requestsPerSecond', outcome: 'equivalent', primary: true }),
  ];
  expect(bySignificance(told).map(({ metric }) => metric)).toEqual([
    'requestsPerSecond',
    'serverCpuUsPerRequest',
    'latencyMsP99',
    'latencyMsP50',
  ]);
});

test('an interval is told with both signs and one unit, and is absent without repetitions', () => {
  expect(intervalText(effect({ low: 0.989, high: 1.005 }))).toBe('−1.1 to +0.50 %');
  expect(intervalText(effect({ low: null, high: null }))).toBeNull();
});

test('rounds are counted as rounds, runs as runs of each side', () => {
  expect(countText(effect({ interleaved: true, pairs: 6 }))).toBe('6 rounds in random order');
  expect(countText(effect({ interleaved: false, baselineCount: 3, otherCount: 4 }))).toBe('3 and 4 runs');
  expect(countText(effect({ interleaved: false, baselineCount: 1, otherCount: 1 }))).toBe('1 run a side');
});

test('without a declared outcome the fastest step of the baseline speaks, or the chosen one', () => {
  const at = (stepPosition: number, mean: number) =>
    (['latencyMsP99', 'requestsPerSecond', 'latencyMsP50'] as const).map((metric) => {
      const one = sampleOutcome({ metric, stepPosition });
      return { ...one, baseline: { ...one.baseline, mean } };
    });
  const outcomes = [...at(0, 100), ...at(1, 900), ...at(2, 500)];
  const told = (row: number | null) => mainOutcomes({ outcomes }, row).map((one) => [one.metric, one.stepPosition]);
  expect(told(null)).toEqual([
    ['requestsPerSecond', 1],
    ['latencyMsP99', 1],
  ]);
  expect(told(2)[0]).toEqual(['requestsPerSecond', 2]);
  // A row that has no outcomes speaks of nothing.
  expect(told(7)[0]).toEqual(['requestsPerSecond', 1]);
  const declared = [...outcomes, sampleOutcome({ metric: 'latencyMsP99', primary: true, stepPosition: 0 })];
  expect(mainOutcomes({ outcomes: declared }, 2)).toHaveLength(1);
});

test('a side is known by the mark of its first run, as long as there is one for every run', () => {
  const side = (runIds: string[]) => ({ runIds, letters: '', name: '', baseline: false, differsIn: [] });
  const few = ['a', 'b', 'c'].map((name) => sampleRun(name, []));
  const compared = sampleComparison(few, [], { sides: [side(['id-b']), side(['id-a', 'id-c'])] });
  expect(compared.runs.map(({ id }) => markOfRun(compared, id))).toEqual([0, 1, 0]);
  expect([0, 1].map((index) => markOfSide(compared, index))).toEqual([1, 0]);
  const called = (runIds: string[], name: string) => ({ ...side(runIds), letters: name, name });
  const named = sampleComparison(few, [], { sides: [called(['id-a', 'id-b'], 'plain'), called(['id-c'], 'prefork')] });
  expect([0, 1].map((index) => markOfSide(named, index))).toEqual([0, 1]);
  const many = Array.from({ length: 12 }, (_, i) => sampleRun(String(i), []));
  const rounds = sampleComparison(many, [], { sides: [side(['id-0']), side(['id-11'])] });
  expect([0, 1].map((index) => markOfSide(rounds, index))).toEqual([0, 1]);
});
