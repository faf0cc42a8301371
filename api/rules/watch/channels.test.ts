import { describe, expect, it } from 'vitest';
import { CONDITIONS, judged, known, nights, point, series, slower } from '../../testing/watch/made-nights.ts';
import { budgetNow } from './budget.ts';
import { hostMovesOf } from './host-move.ts';
import { alertsByDefault, epochsOf, figuresOfNight, type WatchedSeries } from './series.ts';
import { WATCH_RULES } from './watch-rules.ts';

describe('epochs', () => {
  it('have points in first-parent order, whenever they arrived, and no void nights', () => {
    const late = point(2, 1, { measuredAtMs: 90 });
    const [epoch] = epochsOf([point(3, 1), point(1, 1), point(4, null), late]);
    expect(epoch?.points.map(({ place }) => place)).toEqual([1, 2, 3]);
  });

  it('are never joined, and go on when the same conditions are back', () => {
    const other = { ...CONDITIONS, hostFingerprint: 'new kernel' };
    const points = [point(1, 1), point(2, 1, { conditions: other }), point(3, 1), point(4, 1, { conditions: other })];
    expect(epochsOf(points).map((epoch) => epoch.points.map(({ place }) => place))).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  it.each(['benchmarkVersion', 'hostClass', 'hostFingerprint', 'reference'])('another %s begins one', (name) => {
    const moved = nights(40, slower).map((one, night) =>
      night >= 20 ? { ...one, conditions: { ...CONDITIONS, [name]: 'other' } } : one,
    );
    expect(judged([series(moved)]).news).toEqual([]);
  });
});

it('a point is made of the rounds of its night', () => {
  const made = figuresOfNight({ baseline: [100, 102, 98], other: [110, 112.2, 107.8] });
  expect(made).toMatchObject({ logRatio: expect.closeTo(Math.log(1.1), 12), rounds: 3 });
  expect(figuresOfNight({ baseline: [100, 0], other: [1, 2] })).toHaveProperty('fault');
});

describe('a step', () => {
  it('is suspected with a range of revisions, its direction and its size', () => {
    const { news } = judged([series(nights(30, slower))]);
    expect(news).toHaveLength(1);
    expect(news[0]?.suspects[0]).toMatchObject({ channel: 'step', direction: 'worse', seriesId: 's' });
    expect(news[0]?.range.before?.place).toBeLessThan(20);
    expect(news[0]?.range.after.place).toBeGreaterThanOrEqual(20);
    const { low = 0, high = 0 } = news[0]?.suspects[0]?.size ?? {};
    expect(low < 0.9 && 0.9 < high && high - low < 0.03).toBe(true);
  });

  it.each([
    ['requestsPerSecond', 'better'],
    ['serverCpuUsPerRequest', 'worse'],
  ] as const)('of %s upwards is %s', (metric, direction) => {
    const { news } = judged([
      series(
        nights(30, (night) => 1 / slower(night)),
        { metric },
      ),
    ]);
    expect(news[0]?.suspects[0]?.direction).toBe(direction);
  });

  it('needs three points, and no single night makes one', () => {
    expect(judged([series(nights(21, slower))]).news).toEqual([]);
    expect(judged([series(nights(23, slower))]).news).toHaveLength(1);
    expect(judged([series(nights(40, (night) => (night === 30 ? 0.8 : 1)))]).news).toEqual([]);
  });

  it('between two measurements of one revision is none of the code', () => {
    const one = nights(40, slower).map((night) => ({ ...night, place: 7, revision: 'c7' }));
    expect(judged([series(one)]).news).toEqual([]);
  });

  it('below the margin or the noise of A/A experiments is none', () => {
    const small = nights(60, (night) => (night >= 30 ? 0.97 : 1));
    expect(judged([series(small)]).news).toHaveLength(1);
    expect(judged([series(small, { margin: 0.05 })]).news).toEqual([]);
    expect(judged([series(small, { noise: { logSd: 0.2, degrees: 10 } })]).news).toEqual([]);
  });

  it('of p99 is an alert only when asked for', () => {
    expect(alertsByDefault('latencyMsP99')).toBe(false);
    const p99 = (alerts: boolean | null) => judged([series(nights(30, slower), { metric: 'latencyMsP99', alerts })]);
    expect(p99(null).news).toEqual([]);
    expect(p99(true).news).toHaveLength(1);
  });
});

describe('a drift', () => {
  const drifting = (night: number): number => 0.997 ** Math.max(0, night - 10);

  it('is what accumulated against the pinned reference, once it is past its budget', () => {
    const slow = series(nights(40, drifting));
    const steps = known(judged([slow]), 'unconfirmed');
    const { news } = judged([slow], steps);
    expect(news.map(({ suspects }) => suspects[0]?.channel)).toEqual(['drift']);
    expect(news[0]?.range).toMatchObject({ before: { place: 0 }, after: { place: 39 } });
    expect(judged([series(nights(40, (night) => 0.9995 ** night))]).news).toEqual([]);
  });

  it('begins anew after a change that is known', () => {
    const step = series(nights(32, slower));
    expect(judged([step], known(judged([step]), 'confirmed')).news).toEqual([]);
  });

  it('that goes on after it was told is told again', () => {
    const slow = (count: number) => series(nights(count, drifting, 4));
    const ended = known(judged([slow(40)], known(judged([slow(40)]), 'unconfirmed')), 'confirmed');
    const later = judged([slow(80)], ended);
    const again = judged(
      [slow(80)],
      [...ended, ...known(later, 'unconfirmed').map((one) => ({ ...one, id: 'later' }))],
    );
    expect([...later.news, ...again.news].some(({ suspects }) => suspects[0]?.channel === 'drift')).toBe(true);
  });
});

describe('a budget', () => {
  const least = { of: 'ratio', limit: 0.95 } as const;
  const state = (
    ratio: number,
    budget: WatchedSeries['budget'] = least,
    metric: WatchedSeries['metric'] = 'requestsPerSecond',
  ) => {
    const one = series(
      nights(20, () => ratio),
      { budget, metric },
    );
    const [epoch] = epochsOf(one.points);
    return epoch && budgetNow(one, epoch, WATCH_RULES)?.state;
  };

  it('is decided by the bound of the interval', () => {
    expect([state(1), state(0.952), state(0.9)]).toEqual(['kept', 'unclear', 'exceeded']);
  });

  it('is a most of what is better low, and may be of the figure itself', () => {
    const most = { of: 'figure', limit: 1050 } as const;
    expect([state(1, most, 'serverCpuUsPerRequest'), state(1.1, most, 'serverCpuUsPerRequest')]).toEqual([
      'kept',
      'exceeded',
    ]);
  });

  it('of p99 is an alert, whoever set it asked for one', () => {
    const budget = { of: 'ratio', limit: 1.05 } as const;
    const over = series(
      nights(30, (night) => (night >= 20 ? 1.3 : 1)),
      { metric: 'latencyMsP99', alerts: null, budget },
    );
    expect(judged([over]).news.map(({ suspects }) => suspects[0]?.channel)).toEqual(['budget']);
  });

  it('has one alert until it is kept again', () => {
    const over = (count: number, ratioAt: (night: number) => number) =>
      series(nights(count, ratioAt), { budget: { of: 'ratio', limit: 0.97 }, margin: 0.2 });
    const lost = (night: number): number => (night >= 40 ? 1 : night >= 20 ? 0.9 : 1);
    const first = judged([over(30, lost)]);
    expect(first.news.map(({ suspects }) => suspects[0]?.channel)).toContain('budget');
    const alerts = known(first, 'confirmed', { of: 'ratio', limit: 0.97 }).filter(
      ({ channel }) => channel === 'budget',
    );
    const later = judged([over(38, lost)], alerts);
    expect(later.seenAgain.filter(({ suspect }) => suspect.channel === 'budget')).toHaveLength(1);
    expect(judged([over(50, lost)], alerts).returned).toEqual(alerts.map(({ id }) => id));
  });
});

const movesOf = ({ points, margin }: WatchedSeries) =>
  epochsOf(points).flatMap((epoch) => hostMovesOf(epoch, margin, WATCH_RULES));

describe('the host moved', () => {
  it('when the reference reads another figure and the ratio does not', () => {
    const moved = series(
      nights(
        30,
        () => 1,
        1,
        (night) => (night >= 20 ? 850 : 1000),
      ),
    );
    expect(judged([moved]).news).toEqual([]);
    expect(movesOf(moved)).toMatchObject([{ beforeMs: 19, afterMs: 20, ratioMoved: false }]);
    expect(movesOf(moved)[0]?.size.ratio).toBeCloseTo(0.85, 1);
  });

  it('and the ratio with it, when both did', () => {
    const both = series(nights(30, slower, 1, (night) => (night >= 20 ? 850 : 1000)));
    expect(movesOf(both)[0]?.ratioMoved).toBe(true);
    expect(judged([both]).news).toHaveLength(1);
  });
});
