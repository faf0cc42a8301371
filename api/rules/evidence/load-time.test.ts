import { expect, it } from 'vitest';
import { loadTime } from './load-time.ts';

it('is what of a window was under load wherever in it the load began', () => {
  expect(loadTime({ fromUs: 0, toUs: 11_000_000 }, 10_000_000)).toEqual({ fromUs: 1_000_000, toUs: 10_000_000 });
  // A tool may count a little more than lies between its samples.
  expect(loadTime({ fromUs: 0, toUs: 9_999_000 }, 10_000_000)).toEqual({ fromUs: 0, toUs: 9_999_000 });
  const { fromUs, toUs } = loadTime({ fromUs: 0, toUs: 5_000_000 }, 2_000_000);
  expect(fromUs).toBeGreaterThan(toUs);
});
