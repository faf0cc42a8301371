import { describe, expect, it } from 'vitest';
import { addAll, baselineFirst, compareHref, parseChosen, toggle, toggleRange } from './run-selection';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: `run ${id}` })) as [Row, Row, Row, Row];
type Row = { id: string; name: string };
const rows = [a, b, c, d];

describe('a selection', () => {
  it('keeps the order of choosing, for the first is the baseline', () => {
    const chosen = toggle(toggle([], c), a);
    expect(chosen).toEqual([c, a]);
    expect(compareHref(chosen.map(({ id }) => id))).toBe('/compare?runs=c,a&baseline=c');
    expect(toggle(chosen, c)).toEqual([a]);
  });

  it('takes a range with shift, both ways, and gives it back', () => {
    expect(toggleRange([a], rows, 'a', c)).toEqual([a, b, c]);
    expect(toggleRange([d], rows, 'd', b)).toEqual([d, c, b]);
    expect(toggleRange([a, b, c, d], rows, 'b', d)).toEqual([a]);
  });

  it('falls back to one row when the other end is not in the list any more', () => {
    expect(toggleRange([], rows, 'gone', b)).toEqual([b]);
    expect(toggleRange([], rows, null, b)).toEqual([b]);
  });

  it('adds what is not in it yet', () => {
    expect(addAll([b], rows)).toEqual([b, a, c, d]);
  });

  it('is read back from what was kept, or is empty', () => {
    expect(parseChosen(JSON.stringify([a, { id: 1 }, null]))).toEqual([a]);
    for (const kept of [null, '', '{', '{"id":"a"}']) expect(parseChosen(kept)).toEqual([]);
  });
});

it('begins what was chosen at one stroke with the pinned baseline, else with the oldest', () => {
  const runs = [30, 10, 20].map((createdAtUs) => ({ id: `r${createdAtUs}`, name: 'n', createdAtUs, pinned: false }));
  const ids = (pinned: string | null) =>
    baselineFirst(runs, (run) => ({ ...run, pinned: run.id === pinned })).map(({ id }) => id);
  expect(ids(null)).toEqual(['r10', 'r30', 'r20']);
  expect(ids('r20')).toEqual(['r20', 'r30', 'r10']);
  const alike = ['b', 'a'].map((id) => ({ id, name: 'n' }));
  expect(baselineFirst(alike, () => ({ pinned: false, createdAtUs: 1 })).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(baselineFirst([], () => ({ pinned: false, createdAtUs: 0 }))).toEqual([]);
});
