import { describe, expect, it } from 'vitest';
import { placesOf } from './places.ts';

const of = (listed: string, known: Record<string, number> = {}) =>
  Object.fromEntries(placesOf([...listed], new Map(Object.entries(known))));

describe('places of commits', () => {
  it('count up from the oldest', () => {
    expect(of('cba')).toEqual({ a: 0, b: 1, c: 2 });
  });

  it('go on from the newest commit that is known, and keep what is known', () => {
    expect(of('edcb', { a: 0, b: 1, c: 2 })).toEqual({ b: 1, c: 2, d: 3, e: 4 });
  });

  it('of a list without a known commit are all later, and do not follow on', () => {
    expect(of('yx', { a: 0, b: 7 })).toEqual({ x: 208, y: 209 });
  });

  it('of commits that came before those of such a list are in the hole, as the branch was reset', () => {
    expect(of('xw', { a: 0, b: 7, x: 208 })).toEqual({ w: 207, x: 208 });
  });

  it('are shared by no two lineages: those of a force-push begin after the highest', () => {
    expect(of('eda', { a: 0, b: 1, c: 2 })).toEqual({ a: 0, d: 203, e: 204 });
    expect(of('feda', { a: 0, b: 1, c: 2, d: 203, e: 204 })).toEqual({ a: 0, d: 203, e: 204, f: 205 });
    expect(of('db', { a: 0, b: 1, label: 2 })).toEqual({ b: 1, d: 203 });
  });

  it('touch no commit that they are not listed beside', () => {
    expect(of('da', { a: 0, x: 2, y: 3 })).toEqual({ a: 0, d: 204 });
    expect(of('yx', { a: 0, y: 2 })).toEqual({ x: 203, y: 2 });
    expect(of('yxa', { a: 0, y: 2 })).toEqual({ a: 0, x: 1, y: 2 });
  });

  it('of commits before the known ones are earlier', () => {
    expect(of('cba', { c: 0 })).toEqual({ a: -2, b: -1, c: 0 });
  });
});
