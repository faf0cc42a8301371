import { describe, expect, it } from 'vitest';
import { holdLeaving, holdRows } from './held-rows';

const rows = (...ids: string[]) => ids.map((id) => ({ id, version: 1 }));
const ids = (held: { rows: { id: string }[] }) => held.rows.map(({ id }) => id).join('');

describe('rows under the pointer', () => {
  it('stay where they are while newer ones arrive above', () => {
    const held = holdRows(rows('b', 'c'), rows('a', 'b', 'c'));
    expect([ids(held), held.waiting]).toEqual(['bc', 1]);
  });

  it('show what is new of them, in their old order', () => {
    const held = holdRows(rows('b', 'c'), [
      { id: 'c', version: 2 },
      { id: 'b', version: 2 },
    ]);
    expect(held.rows).toEqual([
      { id: 'b', version: 2 },
      { id: 'c', version: 2 },
    ]);
    expect(held.waiting).toBe(0);
  });

  it('go when they are gone', () => {
    expect(ids(holdRows(rows('a', 'b', 'c'), rows('a', 'c')))).toBe('ac');
  });

  it('are followed by what was loaded meanwhile', () => {
    const held = holdRows(rows('b', 'c'), rows('a', 'b', 'c', 'd', 'e'));
    expect([ids(held), held.waiting]).toEqual(['bcde', 1]);
  });

  it('are all of them when none was shown', () => {
    expect(ids(holdRows(rows(), rows('a')))).toBe('a');
  });
});

describe('rows that leave for another list', () => {
  it('stay until nothing is held, and say how they ended', () => {
    const held = holdLeaving(rows('a', 'b'), rows('b', 'n'), [{ id: 'a', version: 2 }]);
    expect(held.rows).toEqual([
      { id: 'a', version: 2 },
      { id: 'b', version: 1 },
    ]);
    expect(held.waiting).toBe(1);
  });

  it('leave when neither list has them, as nobody knows how they are', () => {
    expect(ids(holdLeaving(rows('a', 'b'), rows('b'), []))).toBe('b');
  });
});
