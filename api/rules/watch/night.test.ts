import { describe, expect, it } from 'vitest';
import { judged, known, nights, series, slower } from '../../testing/watch/made-nights.ts';

describe('alerts', () => {
  it('are one for a range, with every metric that shows it', () => {
    const throughput = series(nights(30, slower));
    const cpu = series(
      nights(30, (night) => 1 / slower(night), 2),
      { id: 'cpu', metric: 'serverCpuUsPerRequest' },
    );
    const elsewhere = series(nights(30, slower, 3), { id: 'other', group: 'other' });
    const { news } = judged([throughput, cpu, elsewhere]);
    expect(news.map(({ suspects }) => suspects.map(({ seriesId }) => seriesId).sort())).toEqual(
      expect.arrayContaining([['cpu', 's'], ['other']]),
    );
    expect(news).toHaveLength(2);
  });

  it.each(['confirmed', 'unconfirmed', 'expected', 'muted', 'fixed'] as const)(
    'that are %s are known again when points come late, and are no second alert',
    (state) => {
      const all = nights(40, slower);
      const first = judged([series(all.slice(0, 26).filter(({ place }) => place % 3 !== 0))]);
      expect(first.news).toHaveLength(1);
      const later = judged([series([...all.slice(26), ...all.slice(0, 26)])], known(first, state));
      // What is no step may be a drift.
      expect(later.news.filter(({ suspects }) => suspects[0]?.channel === 'step')).toEqual([]);
      expect(later.seenAgain.map(({ alertId }) => alertId)).toEqual(['a0']);
    },
  );

  it('of a change further on are new ones', () => {
    const twice = (night: number): number => (night >= 30 ? 0.8 : slower(night));
    const first = judged([series(nights(29, twice))]);
    const second = judged([series(nights(40, twice))], known(first, 'confirmed'));
    expect(second.news.map(({ range }) => range.after.place)).toEqual([expect.toSatisfy((place) => place >= 30)]);
  });

  it('that are suspected and not seen any more vanish', () => {
    const first = judged([series(nights(30, slower))]);
    const gone = judged([series(nights(30, () => 1))], known(first, 'suspected'));
    expect(gone.vanished).toEqual(['a0']);
    expect(judged([series(nights(30, () => 1))], known(first, 'confirmed')).vanished).toEqual([]);
  });

  it('are fixed when the value is back, and not before it is shown to be', () => {
    const back = (night: number): number => (night >= 40 ? 1 : slower(night));
    const first = known(judged([series(nights(30, back))]), 'confirmed');
    expect(judged([series(nights(39, back))], first).returned).toEqual([]);
    const later = judged([series(nights(48, back))], first);
    expect(later.returned).toEqual(['a0']);
    expect(later.news.map(({ suspects }) => suspects[0]?.direction)).toEqual(['better']);
    const half = (night: number): number => (night >= 40 ? 0.95 : slower(night));
    expect(judged([series(nights(60, half))], first).returned).toEqual([]);
  });

  it('of a night with many series ask for more', () => {
    const faint = series(nights(26, (night) => (night >= 23 ? 0.972 : 1), 8));
    const still = Array.from({ length: 200 }, (_, i) =>
      series(
        nights(26, () => 1, 100 + i),
        { id: `${i}`, group: `${i}` },
      ),
    );
    expect(judged([faint]).news).toHaveLength(1);
    expect(judged([faint, ...still]).news).toEqual([]);
  });
});
