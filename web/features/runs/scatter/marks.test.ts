import { keysOf, WALLS } from '@contract/words';
import { expect, it } from 'vitest';
import { legendOf, markOf } from './marks';

const walls = keysOf(WALLS);

it('gives every bottleneck a mark, and no two names the same shape or colour', () => {
  const legend = legendOf(walls.map((wall) => ({ wall, validity: 'valid' })));
  expect(legend.reduce((sum, { runs }) => sum + runs, 0)).toBe(walls.length);
  expect(new Set(legend.map(({ marker }) => marker)).size).toBe(legend.length);
  expect(new Set(legend.map(({ ink }) => ink)).size).toBe(legend.length);
});

it('gives a suspect figure the mark of its bottleneck, and one without a verdict that of none', () => {
  expect(markOf({ wall: 'client-cpu', validity: 'suspect' })).toEqual(
    markOf({ wall: 'client-cpu', validity: 'valid' }),
  );
  expect(markOf({ wall: null, validity: null }).name).toBe('bottleneck unknown');
});
