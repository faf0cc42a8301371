import { describe, expect, it } from 'vitest';
import { historyOf } from './history.ts';
import type { KeptPoint } from './kept-point.ts';
import type { Conditions, PointFigures } from './series.ts';

const BEFORE: Conditions = {
  benchmarkVersion: 'one',
  hostClass: '8 CPUs',
  hostFingerprint: 'Linux 6.1',
  reference: 'r',
};
const FIGURES: PointFigures = {
  ...{ logRatio: Math.log(0.95), error: { logRatio: 0.01, degrees: 5 }, rounds: 6 },
  ...{ candidate: 950, reference: 1000 },
};
const PRIMARY = { metric: 'requestsPerSecond', stepIndex: 0 } as const;
const DESIGN = { primary: PRIMARY, marginPercent: 2 };

const point = (at: number, over: Partial<KeptPoint> = {}): KeptPoint => ({
  ...{ experimentId: `e${at}`, revision: `c${at}`, subject: null, committedAtUs: null, place: at, measuredAtUs: at },
  ...{ version: 1, conditions: BEFORE, reference: 'r', rounds: 6 },
  figures: [{ ...PRIMARY, figures: FIGURES, gap: null }],
  ...over,
});

describe('a history', () => {
  it('has the ratio with its interval, and of a gap the reason alone', () => {
    const gap = { ...PRIMARY, figures: FIGURES, gap: 'The client was the bottleneck.' };
    const [own] = historyOf([point(1), point(2, { figures: [gap] })], DESIGN).series;
    expect(own?.points[0]).toMatchObject({ rounds: 6, candidate: 950, reference: 1000, gap: null });
    expect(own?.points[0]?.ratio).toBeCloseTo(0.95);
    expect(own?.points[0]?.low).toBeCloseTo(0.926, 2);
    expect(own?.points[1]).toMatchObject({ ratio: null, low: null, high: null, gap: 'The client was the bottleneck.' });
  });

  it('is ordered by the branch, and its primary metric comes first', () => {
    const cpu = { metric: 'serverCpuUsPerRequest', stepIndex: 0, figures: FIGURES, gap: null } as const;
    const early = point(9, { place: -1, figures: [cpu, { ...PRIMARY, figures: FIGURES, gap: null }] });
    const { series } = historyOf([point(1), early], DESIGN);
    expect(series.map(({ metric, points }) => [metric, points.map(({ revision }) => revision)])).toEqual([
      ['requestsPerSecond', ['c9', 'c1']],
      ['serverCpuUsPerRequest', ['c9']],
    ]);
  });

  it('says what changed since the point before, and goes on with an epoch that comes back', () => {
    const newer = { ...BEFORE, hostFingerprint: 'Linux 6.12' };
    const points = [
      point(1),
      point(2, { conditions: newer }),
      point(3),
      point(4, { conditions: { ...BEFORE, benchmarkVersion: 'two' }, version: 2 }),
    ];
    const { epochs, series } = historyOf(points, DESIGN);
    expect(series[0]?.points.map(({ epoch }) => epoch)).toEqual([0, 1, 0, 2]);
    expect(epochs.map(({ because }) => because)).toEqual([
      null,
      'A new epoch: kernel, agent, load generator or NIC of its hosts changed.',
      'A new epoch: the benchmark was changed.',
    ]);
  });

  it('leaves a point of which no run finished in the epoch before it', () => {
    const failed = { ...PRIMARY, figures: null, gap: 'The commit does not build.' };
    const { epochs, series } = historyOf([point(1), point(2, { conditions: null, figures: [failed] })], DESIGN);
    expect(epochs).toHaveLength(1);
    expect(series[0]?.points[1]).toMatchObject({ epoch: 0, rounds: 0, ratio: null, candidate: null });
  });

  it('says when the hosts moved, as the reference tells, and not the builds', () => {
    const nights = Array.from({ length: 12 }, (_, at) => {
      const reference = (at < 6 ? 1000 : 900) + (at % 3);
      const figures = { ...FIGURES, reference, candidate: reference * 0.95 };
      return point(at + 1, { measuredAtUs: at * 86_400_000_000, figures: [{ ...PRIMARY, figures, gap: null }] });
    });
    const [own] = historyOf(nights, DESIGN).series;
    expect(own?.hostMoves).toMatchObject([
      { beforeUs: 5 * 86_400_000_000, afterUs: 6 * 86_400_000_000, ratioMoved: false },
    ]);
    expect(own?.hostMoves[0]?.sentence).toMatch(
      /^Throughput of the reference, the same build, is −9\.\d+ % \(.*\) since: the hosts changed\.$/,
    );
    expect(historyOf(nights.slice(0, 6), DESIGN).series[0]?.hostMoves).toEqual([]);
  });
});
