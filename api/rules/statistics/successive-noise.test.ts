import { describe, expect, it } from 'vitest';
import { randomOf } from './seeded-random.ts';
import { successiveNoise } from './successive-noise.ts';

/** Sum of twelve uniform numbers: close to normal, with a standard deviation of 1. */
function normals(count: number, seed = 7): number[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6));
}
const quiet = normals(400).map((z) => 1000 * Math.exp(0.01 * z));

describe('noise of successive runs', () => {
  it('is √2 times the spread of one run', () => {
    expect(successiveNoise([quiet])?.logSd).toBeCloseTo(0.01 * Math.SQRT2, 2);
  });

  it('leaves a lasting change of 13 % out, which a spread about the mean would take for noise', () => {
    const changed = quiet.map((figure, at) => (at < 248 ? figure : figure / 1.13));
    expect(successiveNoise([changed])?.logSd).toBeCloseTo(successiveNoise([quiet])?.logSd ?? 0, 3);
  });

  it('holds no run of one configuration against one of another', () => {
    const slower = quiet.map((figure) => figure / 2);
    expect(successiveNoise([quiet.slice(0, 200), slower.slice(200)])?.logSd).toBeLessThan(0.02);
  });

  it.each([
    ['fewer than twelve pairs', [quiet.slice(0, 12)]],
    ['no pairs at all', quiet.slice(0, 20).map((figure) => [figure])],
    ['figures that never move, which are no measurement of noise', [Array(20).fill(7)]],
  ])('is not known of %s', (_what, series) => {
    expect(successiveNoise(series)).toBeNull();
  });
});
