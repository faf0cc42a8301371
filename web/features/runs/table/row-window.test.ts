import { expect, test } from 'vitest';
import { rowWindow, type Sight } from './row-window';

const sight = (from: number, seen: number, settled = true): Sight => ({ from, seen, settled });

test.each<[string, Parameters<typeof rowWindow>, [number, number]]>([
  ['few rows are all drawn', [150, 40, sight(0, 400)], [0, 150]],
  ['few that are new: only those in sight', [150, 40, sight(0, 400, false)], [0, 10]],
  ['many that are new, in the middle', [10_000, 40, sight(4000, 400, false)], [100, 110]],
  ['the first of many', [10_000, 40, sight(0, 400)], [0, 22]],
  [
    'in the middle: 12 rows before the one at 4,000 px, and 12 beyond 4,400 px',
    [10_000, 40, sight(4000, 400)],
    [88, 122],
  ],
  ['an odd first row begins one earlier', [10_000, 40, sight(4040, 400)], [88, 123]],
  ['the last ones', [10_000, 40, sight(399_600, 400)], [9978, 10_000]],
  ['rows that became fewer than what is scrolled to', [200, 40, sight(399_600, 400)], [200, 200]],
])('%s', (_what, asked, [first, last]) => {
  expect(rowWindow(...asked)).toEqual({ first, last });
});
