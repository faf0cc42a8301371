import { expect, test } from 'vitest';
import { newStep } from '@/features/draft/step-draft';
import { listedValues, rampOf, rangedValues } from './ramp-values';

test.each<[string, number[]]>([
  ['10, 50, 100', [10, 50, 100]],
  ['10 50 100', [10, 50, 100]],
  ['1,000, 10,000', [1000, 10_000]],
  ['1,000 2,000; 5/6', [1000, 2000, 5, 6]],
  ['10,50,100', [10, 50, 100]],
])('%s are values as a person writes them', (text, values) => {
  expect(listedValues(text, 'connections')).toEqual({ values });
});

test.each<[string, Parameters<typeof listedValues>[1]]>([
  ['', 'connections'],
  ['ten', 'connections'],
  ['0', 'connections'],
  ['1001', 'pipelining'],
  ['1.5', 'requestsPerSecond'],
  [Array(51).fill('7').join(' '), 'toolWorkers'],
])('%j is no ramp over %s', (text, axis) => {
  expect(listedValues(text, axis)).toHaveProperty('fault');
});

const range = { from: '10', to: '10,000', count: '4', spacing: 'geometric' as const };

test('from one value to another by the same factor, or the same distance', () => {
  expect(rangedValues(range, 'connections')).toEqual({ values: [10, 100, 1000, 10_000] });
  expect(rangedValues({ ...range, to: '40', spacing: 'even' }, 'connections')).toEqual({ values: [10, 20, 30, 40] });
  expect(rangedValues({ ...range, from: '100', to: '1', count: '3' }, 'connections')).toEqual({ values: [100, 10, 1] });
  expect(rangedValues({ ...range, from: '1', to: '3', count: '9' }, 'connections')).toEqual({ values: [1, 2, 3] });
});

test.each([{ from: '' }, { to: 'x' }, { count: '1' }, { count: '51' }, { from: '0' }])('%o is no range', (change) => {
  expect(rangedValues({ ...range, ...change }, 'connections')).toHaveProperty('fault');
});

test('a ramp takes the rest of its steps from the model, and no repetitions', () => {
  const model = newStep({ durationSeconds: '7', profiles: ['cpu'] });
  expect(rampOf([5, 6], 'requestsPerSecond', model)).toEqual([
    newStep({ durationSeconds: '7', loop: 'open', requestsPerSecond: '5' }),
    newStep({ durationSeconds: '7', loop: 'open', requestsPerSecond: '6' }),
  ]);
});
