import { expect, test } from 'vitest';
import { drawnPoints } from './drawn-points';
import { rampSentence } from './ramp-chart';
import type { RampPoint } from './ramp-points';

const point = (stepIndex: number, x: number, requestsPerSecond: number, over: Partial<RampPoint> = {}): RampPoint => ({
  stepIndex,
  x,
  loop: 'closed',
  requestsPerSecond,
  offeredPerSecond: null,
  p99: 1,
  p99Range: null,
  resolutionUs: 1,
  invalid: false,
  wall: null,
  ...over,
});

test('a load that was run twice is one mark: the mean, with its lowest and highest repeat', () => {
  const points = [point(0, 10, 500), point(1, 100, 800), point(2, 100, 1250, { p99: 4 })];
  const drawn = drawnPoints({ varies: 'connections', points });
  expect(drawn.map(({ x }) => x)).toEqual([10, 100]);
  expect(drawn[0]).toMatchObject({ stepIndexes: [0], rateRange: null, tailRange: null });
  expect(drawn[1]).toMatchObject({
    stepIndexes: [1, 2],
    rateRange: { low: 800, high: 1250 },
    tailRange: { low: 1, high: 4 },
  });
  expect(drawn[1]?.requestsPerSecond).toBeCloseTo(1000);
  expect(drawn[1]?.p99).toBeCloseTo(2);
  expect(rampSentence(drawn[1] as NonNullable<(typeof drawn)[1]>, 'connections')).toBe(
    'Steps 2 and 3 (mean), connections 100: 1,000 (800 to 1,250) req/s, p99 2.00 (1.00 to 4.00) ms',
  );
});

test('an invalid repeat takes no part in the mean', () => {
  const points = [point(0, 10, 500), point(1, 10, 9_000_000, { invalid: true })];
  expect(drawnPoints({ varies: 'connections', points }).map(({ requestsPerSecond }) => requestsPerSecond)).toEqual([
    500, 9_000_000,
  ]);
});
