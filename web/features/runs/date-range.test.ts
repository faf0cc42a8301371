import { describe, expect, it } from 'vitest';
import { dayText, knownDay, knownSince, rangeUs } from './date-range';

const NOON = new Date(2026, 10, 23, 12, 30);
const at = (month: number, day: number): number => new Date(2026, month - 1, day).getTime() * 1000;

describe('a range of days', () => {
  it('of a preset begins with the day that many days ago, and is open to now', () => {
    expect(rangeUs({ since: '7d', until: null }, NOON)).toEqual({ sinceUs: at(11, 16), beforeUs: null });
    expect(rangeUs({ since: '30d', until: null }, NOON)).toEqual({ sinceUs: at(10, 24), beforeUs: null });
  });

  it('has its last day in it', () => {
    expect(rangeUs({ since: '2026-11-01', until: '2026-11-02' }, NOON)).toEqual({
      sinceUs: at(11, 1),
      beforeUs: at(11, 3),
    });
  });

  it('is the same at every time of one day, so that it is asked for once', () => {
    const evening = new Date(2026, 10, 23, 23, 59);
    expect(rangeUs({ since: '7d', until: null }, evening)).toEqual(rangeUs({ since: '7d', until: null }, NOON));
  });

  it.each(['2026-13-01', 'yesterday', '7', '2026-1-1', 'constructor'])('is none by %s', (text) => {
    expect([knownSince(text), knownDay(text)]).toEqual([null, null]);
  });

  it('reads what it writes', () => {
    expect(knownDay(dayText(NOON))).toBe('2026-11-23');
    expect(knownSince('90d')).toBe('90d');
  });
});
