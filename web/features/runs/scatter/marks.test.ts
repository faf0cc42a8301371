import { keysOf, WALLS } from '@contract/words';
import { expect, it } from 'vitest';
import { WALL_MARKS } from '@/lib/wall-letter';
import { legendOf, markOf } from './marks';

const walls = keysOf(WALLS);

it('tells every bottleneck apart by its name, its shape and its letter', () => {
  const legend = legendOf(walls.map((wall) => ({ wall })));
  expect(legend.map(({ runs }) => runs)).toEqual(walls.map(() => 1));
  expect(new Set(legend.map(({ name }) => name)).size).toBe(walls.length);
  expect(new Set(legend.map(({ marker }) => marker)).size).toBe(walls.length);
  expect(new Set(walls.map((wall) => WALL_MARKS[wall].letter)).size).toBe(walls.length);
});

it('counts a figure without a bottleneck with those of an unknown one', () => {
  expect(markOf({ wall: null })).toEqual(markOf({ wall: 'unknown' }));
  expect(legendOf([{ wall: null }, { wall: 'unknown' }])).toMatchObject([{ name: 'bottleneck unknown', runs: 2 }]);
});
