import { describe, expect, it } from 'vitest';
import { againstText, changeOfPoint, ownFigure, ownInterval, pointKind } from './point-answer.ts';

const [REFERENCE, CANDIDATE] = ['a'.repeat(40), 'b'.repeat(40)];
const point = (ratio: number, low: number | null, high: number | null) => ({
  ...{ ratio, low, high, rounds: 6, against: REFERENCE, revision: CANDIDATE },
});

describe('how a point lies to its margin', () => {
  // ratio, low, high, margin in percent, throughput, server CPU per request
  it.each([
    [0.9, 0.88, 0.92, 2, 'worse', 'better'],
    [1.1, 1.08, 1.12, 2, 'better', 'worse'],
    // The interval excludes no change, and the difference does not matter.
    [0.985, 0.98, 0.99, 2, 'same', 'same'],
    // It is beyond the margin, and may be no change.
    [0.96, 0.9, 1.024, 2, 'unclear', 'unclear'],
    // It is no change neither below the margin nor above it.
    [0.99, 0.975, 0.999, 1, 'unclear', 'unclear'],
  ])('%f (%f to %f) with a margin of %d %%', (ratio, low, high, margin, throughput, cpu) => {
    expect(pointKind(point(ratio, low, high), 'requestsPerSecond', margin)).toBe(throughput);
    expect(pointKind(point(ratio, low, high), 'serverCpuUsPerRequest', margin)).toBe(cpu);
  });

  it('is not said of a gap, without an interval, or of a build against itself', () => {
    const kind = (over: object) => pointKind({ ...point(0.9, 0.88, 0.92), ...over }, 'requestsPerSecond', 2);
    expect(kind({ ratio: null, low: null, high: null })).toBeNull();
    expect(kind({ low: null, high: null })).toBe('unclear');
    expect(kind({ rounds: 2 })).toBe('unclear');
    expect(kind({ against: null })).toBeNull();
    expect(kind({ against: CANDIDATE })).toBeNull();
  });
});

it('says the change with its interval, and what it is against', () => {
  expect(changeOfPoint(point(1.012, 0.997, 1.027))).toBe('+1.2 % (−0.30 to +2.7 %)');
  expect(changeOfPoint(point(1.012, null, null))).toBe('+1.2 % (no interval)');
  expect(againstText(point(1, 1, 1))).toBe('against aaaaaaa');
  expect(againstText({ against: null, revision: 'v1' })).toBe('against itself');
});

it('takes both sides for the figure of a build that is on both', () => {
  const sides = { candidate: 90, reference: 160 };
  expect(ownFigure({ ...sides, against: null, revision: 'v1' })).toBe(120);
  expect(ownFigure({ ...sides, against: REFERENCE, revision: CANDIDATE })).toBe(90);
  const own = { ...sides, against: null, revision: 'v1', ratio: 1, low: 1 / 1.0201, high: 1.0201 };
  // The ratio is known to 2.01 %, so the mean of both sides to half of that in logarithms.
  expect(ownInterval(own)?.map((end) => end / 120)).toEqual([expect.closeTo(1 / 1.01, 9), expect.closeTo(1.01, 9)]);
  expect(ownInterval({ ...own, against: REFERENCE })).toBeNull();
});
