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

  it('of a list without a known commit are all later', () => {
    expect(of('yx', { a: 0, b: 7 })).toEqual({ x: 8, y: 9 });
  });

  it('of commits before the known ones are earlier', () => {
    expect(of('cba', { c: 0 })).toEqual({ a: -2, b: -1, c: 0 });
  });
});
