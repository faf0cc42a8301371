import { expect, it } from 'vitest';
import { type CallTree, callTree, DEPTH_MOST, FOLDED } from './call-tree.ts';

const functions = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `f${n}`, file: '' }));
const sum = (values: number[] = []) => values.reduce((total, value) => total + value, 0);
const depthOf = ({ parents }: CallTree): number => {
  const depths: number[] = [];
  for (const [frame, parent] of parents.entries()) depths[frame] = parent < 0 ? 1 : (depths[parent] as number) + 1;
  return Math.max(...depths);
};

it('the smallest frames of too many are folded into their callers, and nothing is lost', () => {
  const tree = callTree(
    {
      functions: functions(1001),
      // f0 calls 1,000 others, each of which calls itself once; the last are the largest.
      each: (visit) => {
        for (let n = 1; n <= 1000; n++) visit([n, n, 0], n, 0);
      },
    },
    [1],
    101,
  );
  expect(tree.parents.length).toBeLessThanOrEqual(101);
  expect(sum(tree.selfs[0])).toBe(500_500);
  expect(tree.totals).toEqual([500_500]);
  // Kept: f0 and 24 whole pairs, with the first frame of a 25th.
  const names = tree.functionPlaces.map((place) => tree.functions[place]?.name);
  expect(names.filter((name) => name === FOLDED).length).toBeGreaterThan(0);
  expect(names).toContain('f1000');
  expect(names).not.toContain('f100');
  expect(tree.folded.frames).toBe(2001 - 50);
  const foldedSum = sum(tree.selfs[0]?.filter((_, frame) => names[frame] === FOLDED));
  expect(tree.folded.values).toEqual([foldedSum]);
});

it('callers come before what they called, the largest of siblings first', () => {
  const tree = callTree(
    {
      functions: functions(4),
      each: (visit) => {
        visit([1, 0], 5, 0);
        visit([2, 0], 9, 0);
        visit([3], 1, 0);
      },
    },
    [1],
  );
  expect(tree.functionPlaces.map((place) => tree.functions[place]?.name)).toEqual(['f0', 'f2', 'f1', 'f3']);
  expect(tree.parents).toEqual([-1, 0, 0, -1]);
});

it('a lane weighs by what it is worth', () => {
  const tree = callTree(
    {
      functions: functions(2),
      each: (visit) => {
        visit([0], 10, 0);
        visit([1], 30, 1);
      },
    },
    [1, 0.1],
  );
  expect(tree.functions.map(({ name }) => name)).toEqual(['f0', 'f1']);
  expect(tree.selfs).toEqual([
    [10, 0],
    [0, 30],
  ]);
});

it('a stack of thousands is cut, and what was deeper is named as folded', () => {
  const tree = callTree(
    { functions: functions(1), each: (visit) => visit(new Array<number>(5000).fill(0), 3, 0) },
    [1],
  );
  expect(depthOf(tree)).toBe(DEPTH_MOST + 1);
  expect(tree.folded.values).toEqual([3]);
  expect(tree.functions[0]).toMatchObject({ self: [3], total: [3] });
});
