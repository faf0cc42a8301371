import { expect, it } from 'vitest';
import { flameLayout, frameAt, neighbour, ROW_PX } from './flame-layout';
import { flameTree, inverted, matchedShare, matches } from './flame-tree';

const fn = (name: string) => ({ name, file: `${name}.go` });
// main 100: a 60 (40 in itself, copy 20), b 30 (copy 30), 10 in itself.
const tree = flameTree(
  {
    functions: [fn('main'), fn('a'), fn('copy'), fn('b')],
    parents: [-1, 0, 1, 0, 3],
    functionPlaces: [0, 1, 2, 3, 2],
    selfs: [[10, 40, 20, 0, 30]],
  },
  [1],
);
const nameOf = (of: typeof tree, frame: number) => of.functions[of.places[frame] as number]?.name;

it('a frame has what was counted in it and in all that it called', () => {
  expect([...(tree.totals[0] as Float64Array)]).toEqual([100, 60, 20, 30, 30]);
  expect([...tree.ends]).toEqual([5, 3, 3, 5, 5]);
  expect([...tree.depths]).toEqual([0, 1, 2, 1, 2]);
  expect(tree.size).toBe(100);
});

it('from the inside out each function has its callers beneath', () => {
  const turned = inverted(tree, [1]);
  const roots = [...turned.depths.keys()].filter((frame) => turned.depths[frame] === 0);
  expect(roots.map((frame) => [nameOf(turned, frame), turned.sizes[frame]])).toEqual([
    ['copy', 50],
    ['a', 40],
    ['main', 10],
  ]);
  expect(nameOf(turned, 1)).toBe('b');
  expect(turned.size).toBe(100);
});

it('what is looked for counts once, though it calls itself or another match', () => {
  expect(matches(tree, '  ')).toBeNull();
  expect(matchedShare(tree, matches(tree, 'COPY') as Uint8Array)).toBe(0.5);
  expect(matchedShare(tree, matches(tree, 'go a') as Uint8Array)).toBe(1);
  expect(matchedShare(tree, matches(tree, 'a.go') as Uint8Array)).toBe(0.6);
});

it('boxes are as wide as their part, children from the left of their caller', () => {
  const { frames, lefts, widths, rows, left } = flameLayout(tree, null, 1000);
  expect([...frames]).toEqual([0, 1, 2, 3, 4]);
  expect([...lefts]).toEqual([0, 0, 0, 600, 600]);
  expect([...widths]).toEqual([1000, 600, 200, 300, 300]);
  expect([rows, left]).toEqual([3, 0]);
});

it('zoomed in, a frame and its callers are as wide as the picture, and others are gone', () => {
  const layout = flameLayout(tree, 3, 1000);
  expect([...layout.frames]).toEqual([0, 3, 4]);
  expect([...layout.widths]).toEqual([1000, 1000, 1000]);
});

it('specks are left out with what they called, and counted', () => {
  const layout = flameLayout(tree, null, 1.5);
  expect([...layout.frames]).toEqual([0, 1]);
  expect(layout.left).toBe(3);
});

it('the pointer and the arrow keys find frames', () => {
  const layout = flameLayout(tree, null, 1000);
  expect(frameAt(tree, layout, 650, ROW_PX * 1.5)).toBe(3);
  expect(frameAt(tree, layout, 950, ROW_PX * 1.5)).toBeNull();
  expect(neighbour(tree, layout, null, 'ArrowDown')).toBe(0);
  expect(neighbour(tree, layout, 0, 'ArrowDown')).toBe(1);
  expect(neighbour(tree, layout, 1, 'ArrowRight')).toBe(3);
  expect(neighbour(tree, layout, 3, 'ArrowRight')).toBe(3);
  expect(neighbour(tree, layout, 4, 'ArrowLeft')).toBe(2);
  expect(neighbour(tree, layout, 4, 'ArrowUp')).toBe(3);
});
