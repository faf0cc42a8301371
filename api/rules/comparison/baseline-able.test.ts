import { expect, it } from 'vitest';
import { whyNoBaseline } from './baseline-able.ts';

const best = { requestsPerSecond: 1 } as never;
const able = { imported: false, state: 'finished', best, verdict: { validity: 'suspect' } } as const;

it('is null for a run that can be one', () => {
  expect(whyNoBaseline(able)).toBeNull();
  expect(whyNoBaseline({ ...able, verdict: null })).toBeNull();
});

it.each([
  [{ imported: true }, 'An imported run can’t be a baseline: it was not measured here.'],
  [{ state: 'measuring' }, 'A run can be a baseline once it has ended.'],
  [{ best: null }, 'This run has no measured step, so it can’t be a baseline.'],
  [{ verdict: { validity: 'invalid' } }, 'The best step of this run is invalid, so it can’t be a baseline.'],
] as const)('says why of %j', (over, why) => {
  expect(whyNoBaseline({ ...able, ...over } as never)).toBe(why);
});
