import { describe, expect, it } from 'vitest';
import { saidRun } from '../../testing/sample-verdict.ts';
import { randomOf } from '../statistics/seeded-random.ts';
import { withVerdict } from '../verdict/with-verdict.ts';
import { changeOf } from './unsteady.ts';

/** Seconds around a level, each depending on the one before as those of a machine do. */
function seconds(count: number, seed: number, level: (second: number) => number, spread = 0.03): number[] {
  const random = randomOf(seed);
  let carried = 0;
  return Array.from({ length: count }, (_, second) => {
    carried = 0.5 * carried + (random() + random() + random() - 1.5) * 2 * spread;
    return level(second) * (1 + carried);
  });
}

describe('a step within which throughput changed', () => {
  it('drifts', () => {
    const change = changeOf(seconds(30, 1, (second) => 10_000 - 60 * second));
    expect(change?.kind).toBe('drift');
    expect(change?.share).toBeLessThan(-0.1);
  });

  it('changes at a second', () => {
    const change = changeOf(seconds(30, 2, (second) => (second < 12 ? 10_000 : 8_000)));
    expect(change).toMatchObject({ kind: 'change-point', atSecond: 12 });
    expect(change?.share).toBeCloseTo(-0.2, 1);
  });

  it('begins with nothing at all', () => {
    const change = changeOf(Array.from({ length: 30 }, (_, second) => (second < 12 ? 0 : 10_000)));
    expect(change).toMatchObject({ before: 0, after: 10_000, share: 1 });
  });

  it('does so however long it is, at no cost', () => {
    const long = seconds(3600, 3, (second) => (second < 1800 ? 10_000 : 12_000));
    expect(changeOf(long)).toMatchObject({ kind: 'change-point', atSecond: 1800 });
    const tookUs = (counts: number[]): number => {
      const took = Array.from({ length: 5 }, () => {
        const begun = process.cpuUsage();
        changeOf(counts);
        return process.cpuUsage(begun).user;
      });
      return Math.min(...took);
    };
    // Sixty times as many seconds: without blocks it would take 3,600 times as long.
    expect(tookUs(long)).toBeLessThan(200 * tookUs(long.slice(1770, 1830)) + 5000);
  });
});

describe('a steady step', () => {
  it('is not accused of smaller changes, of stalls of a second, or with fewer than ten seconds', () => {
    expect(changeOf(seconds(30, 4, (second) => 10_000 - 15 * second))).toBeNull();
    expect(changeOf(seconds(30, 5, (second) => (second % 10 === 3 ? 2_000 : 10_000)))).toBeNull();
    expect(changeOf(seconds(9, 6, (second) => 10_000 - 1000 * second))).toBeNull();
    expect(changeOf(seconds(10, 6, (second) => 10_000 - 900 * second))?.kind).toBe('drift');
    expect(changeOf(Array.from({ length: 30 }, () => 0))).toBeNull();
  });

  it.each([
    [20, 0.03, 10],
    [30, 0.03, 5],
    [20, 0.05, 20],
    [60, 0.05, 5],
  ])('of %i s with a noise of %f is accused wrongly in fewer than %i of 500', (length, spread, most) => {
    const runs = Array.from({ length: 500 }, (_, seed) => seconds(length, 1000 + seed, () => 10_000, spread));
    expect(runs.filter((run) => changeOf(run) !== null).length).toBeLessThan(most);
  });
});

it('is said with the figures and whose count it was', () => {
  const series = Array.from({ length: 20 }, (_, second) => (second < 10 ? 1000 : 700) + (second % 3));
  const judge = (source: 'server' | 'tool') =>
    withVerdict(
      saidRun([{ requestsPerSecond: 850, evidence: { requestsBySecond: series, requestsBySecondSource: source } }]),
    ).findings.find(({ code }) => code === 'unsteady');
  expect(judge('server')).toMatchObject({ severity: 'suspect', stepIndex: 0 });
  expect(judge('server')?.sentence).toContain(
    'Step 1: throughput changed after 10 s: 1,001 req/s before, 701 after (by 35 % of the median second, steady is up to 10 %; the server’s count). The figure is their mean. Find the cause in the time series, or warm up longer.',
  );
  expect(judge('tool')?.sentence).toContain('the tool’s count');
});
