import type { StepClient } from '@contract/step';
import { expect, test } from 'vitest';
import { clientRows, signedUs } from './client-rows';

const client = (name: string, figures: object | null, failure: StepClient['failure'] = null): StepClient =>
  ({ hostId: name, name, failure, figures }) as unknown as StepClient;

const clients = [
  client('a', { requests: 300, startedAtUs: 1_000_500, clock: { offsetUs: -500, uncertaintyUs: 40 } }),
  client('b', { requests: 100, startedAtUs: 999_000, clock: { offsetUs: 1200, uncertaintyUs: 60 } }),
  client('c', { requests: 0, startedAtUs: 5, clock: null }),
  client('d', null, { code: 'agent-lost', sentence: 'It was lost.' }),
];

test('starts are held against the first one on the clock of the API: 1,000,000 and 1,000,200', () => {
  expect(clientRows({ clients }).map(({ start }) => start)).toEqual([
    { afterFirstUs: 0, uncertaintyUs: 0 },
    { afterFirstUs: 200, uncertaintyUs: 100 },
    null,
    null,
  ]);
});

test('parts are of the requests of all that have figures', () => {
  expect(clientRows({ clients }).map(({ part }) => part)).toEqual([0.75, 0.25, 0, null]);
});

test('offsets carry their sign and the unit that fits', () => {
  expect([0, 200, -35, 1200, -2_500_000].map(signedUs)).toEqual(['0 µs', '+200 µs', '−35 µs', '+1.20 ms', '−2.50 s']);
});
