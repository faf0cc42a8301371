import { expect, it } from 'vitest';
import { canBeBest, failedOf, noneSucceeded } from './failed-requests.ts';

const none = { connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 };

it('no request succeeded where every answer was of another status or body, or none came', () => {
  expect(noneSucceeded({ requests: 500, errors: { ...none, non2xx: 400, mismatch: 100 } })).toBe(true);
  expect(noneSucceeded({ requests: 0, errors: { ...none, connection: 9 } })).toBe(true);
  expect(noneSucceeded({ requests: 500, errors: { ...none, non2xx: 400, mismatch: 99 } })).toBe(false);
  expect(noneSucceeded({ requests: 500, errors: { ...none, timeout: 700 } })).toBe(false);
});

it('a step that was profiled, or in which nothing succeeded, cannot be the best', () => {
  const failed = { requests: 500, errors: { ...none, non2xx: 500 } };
  const half = { requests: 500, errors: { ...none, non2xx: 250 } };
  expect([canBeBest(false, half), canBeBest(true, half), canBeBest(false, failed)]).toEqual([true, false, false]);
});

it('failed requests are held against those that were answered and those that were not', () => {
  const errors = { connection: 1, timeout: 2, reset: 3, non2xx: 10, mismatch: 4 };
  expect(failedOf({ requests: 94, errors })).toEqual({ failed: 20, of: 100 });
});

it('improper responses that a tool did not count as answers never make more failures than requests', () => {
  expect(failedOf({ requests: 0, errors: { ...none, mismatch: 7 } })).toEqual({ failed: 7, of: 7 });
});
