import type { SnapshotMoment } from '@contract/tuning';
import { expect, test } from 'vitest';
import { chosenSides, sideNames, sidesOf } from './snapshot-sides';

const host = (name: string, moments: SnapshotMoment[]) => ({
  hostId: name,
  name,
  snapshots: moments.map((moment, index) => ({ moment, takenAtUs: index, values: {} })),
});
const sides = sidesOf({ hosts: [host('a', ['before', 'applied', 'restored']), host('b', ['before'])] });
const ids = (left: string | null, right: string | null) => {
  const chosen = chosenSides(sides, left, right);
  return chosen && [chosen.left.id, chosen.right.id];
};

test('without a choice what tuning changed is shown, and nonsense in an address chooses nothing', () => {
  expect(ids(null, null)).toEqual(['1.before', '1.applied']);
  expect(ids('9.never', 'x')).toEqual(['1.before', '1.applied']);
  expect(ids('1.applied', null)).toEqual(['1.applied', '1.restored']);
  expect(ids('2.before', null)).toEqual(['2.before', '2.before']);
  expect(chosenSides([], null, null)).toBeNull();
});

test('a host is named only where two are compared', () => {
  const names = (left: string, right: string) => {
    const chosen = chosenSides(sides, left, right);
    return chosen && sideNames(chosen);
  };
  expect(names('1.before', '1.restored')).toEqual(['before tuning', 'put back']);
  expect(names('1.before', '2.before')).toEqual(['a, before tuning', 'b, before tuning']);
});
