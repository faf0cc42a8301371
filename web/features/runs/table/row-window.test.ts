import { expect, test } from 'vitest';
import { rowWindow } from './row-window';

test.each<[string, Parameters<typeof rowWindow>, [number, number]]>([
  ['few rows are all drawn', [150, 40, 0, 400], [0, 150]],
  ['the first of many', [10_000, 40, 0, 400], [0, 22]],
  ['in the middle: 12 rows before the one at 4,000 px, and 12 beyond 4,400 px', [10_000, 40, 4000, 400], [88, 122]],
  ['an odd first row begins one earlier', [10_000, 40, 4040, 400], [88, 123]],
  ['the last ones', [10_000, 40, 399_600, 400], [9978, 10_000]],
  ['rows that became fewer than what is scrolled to', [200, 40, 399_600, 400], [200, 200]],
])('%s', (_what, asked, [first, last]) => {
  expect(rowWindow(...asked)).toEqual({ first, last });
});
