import { expect, it } from 'vitest';
import { encodePprof, longField, numberField } from '../../testing/encode-pprof.ts';
import { readPprof } from './pprof.ts';
import { profileTree } from './profile-tree.ts';
import { Malformed } from './protocol-buffer.ts';

const made = encodePprof({
  stacks: { 'main > work > copy': 30, 'main > work': 10, 'main > work > work': 5 },
  periodNs: 100,
});

it('a profile is read as it was written', () => {
  const read = readPprof(made);
  expect(read.sampleTypes).toEqual([
    { type: 'samples', unit: 'count' },
    { type: 'cpu', unit: 'nanoseconds' },
  ]);
  expect(read.period).toEqual({ type: 'cpu', unit: 'nanoseconds', value: 100 });
  expect(read.functions.map(({ name }) => name)).toEqual(['main', 'work', 'copy']);
  expect(read.samples[0]).toEqual({ locations: [3, 2, 1], values: [30, 3000] });
});

it('a place without symbols is its address in its file, exact beyond 2^53; inlined functions stand inside each other', () => {
  const texts = ['', 'cpu', 'nanoseconds', 'inner', 'outer', '/lib/libc.so'].map((one) =>
    longField(6, new TextEncoder().encode(one)),
  );
  const bytes = Uint8Array.from(
    [
      longField(1, [...numberField(1, 1), ...numberField(2, 2)]),
      // One number a field, as writers that do not pack have it.
      longField(2, [...numberField(1, 1), ...numberField(1, 2), ...numberField(2, -7n)]),
      longField(3, [...numberField(1, 9), ...numberField(5, 5)]),
      longField(4, [...numberField(1, 1), ...numberField(2, 9), ...numberField(3, 0xffffffff81000001n)]),
      longField(4, [...numberField(1, 2), ...longField(4, numberField(1, 1)), ...longField(4, numberField(1, 2))]),
      longField(5, [...numberField(1, 1), ...numberField(2, 3), ...numberField(5, 30)]),
      longField(5, [...numberField(1, 2), ...numberField(2, 4)]),
      ...texts,
    ].flat(),
  );
  const { samples, locations, functions } = readPprof(bytes);
  expect(samples).toEqual([{ locations: [1, 2], values: [-7] }]);
  const named = (id: number) => locations.get(id)?.map((place) => functions[place]);
  expect(named(1)).toEqual([{ name: '0xffffffff81000001', file: '/lib/libc.so' }]);
  expect(named(2)).toEqual([
    { name: 'inner', file: ':30' },
    { name: 'outer', file: '' },
  ]);
});

it('other bytes are refused, wherever they end', () => {
  expect(() => readPprof(new TextEncoder().encode('<html>'))).toThrow(Malformed);
  expect(() => readPprof(new Uint8Array())).toThrow(Malformed);
  // Cut between two fields it may be a profile without its last texts; anywhere else it is none.
  for (let length = 1; length < made.length; length++) {
    try {
      readPprof(made.subarray(0, length));
    } catch (error) {
      expect(error).toBeInstanceOf(Malformed);
    }
  }
});

it('a tree has each function with what was counted in it and with what it called; recursion counts once', () => {
  const tree = profileTree(readPprof(made), 'cpu', 1000);
  expect(tree).toMatchObject({ unit: 'nanoseconds', sampleValue: 100, total: 4500, requests: 1000 });
  expect(tree.functions).toEqual([
    { name: 'main', file: 'main.go', self: 0, total: 4500 },
    { name: 'work', file: 'work.go', self: 1500, total: 4500 },
    { name: 'copy', file: 'copy.go', self: 3000, total: 3000 },
  ]);
  expect(tree.parents).toEqual([-1, 0, 1, 1]);
  expect(tree.functionPlaces).toEqual([0, 1, 2, 1]);
  expect(tree.selfs).toEqual([0, 1000, 3000, 500]);
});

it('what has no clock has no sample value, and what was not counted is refused', () => {
  expect(profileTree(readPprof(made), 'samples', null).sampleValue).toBeNull();
  expect(() => profileTree(readPprof(made), 'delay', null)).toThrow('it has no delay');
});
