import { expect, test } from 'vitest';
import { closed } from '@/testing/steps';
import { rampCsv } from './ramp-csv';
import type { RampPoint } from './ramp-points';

const point = (over: Partial<RampPoint>): RampPoint => ({
  stepIndex: 0,
  x: 10,
  spec: closed(10),
  requestsPerSecond: 1000.5,
  offeredPerSecond: null,
  p99: 1.25,
  p99Range: null,
  resolutionUs: 1,
  validity: 'valid',
  again: false,
  wall: null,
  ...over,
});

test('a ramp is saved with its load and units, what is not known stays empty', () => {
  const several = point({ stepIndex: 1, x: 50, p99: null, p99Range: { low: 1, high: 2 }, validity: 'invalid' });
  expect(
    rampCsv({ varies: 'connections', searched: false, points: [point({}), several], knee: null, bracket: null }).split(
      '\r\n',
    ),
  ).toEqual([
    'step,connections,requests_per_second,offered_requests_per_second,latency_ms_p99,latency_ms_p99_lowest_client,latency_ms_p99_highest_client,invalid,limited_by',
    '1,10,1000.5,,1.25,,,false,',
    '2,50,1000.5,,,1,2,true,',
    '',
  ]);
});

test('the knee of a search and where its ceiling lies go with it', () => {
  const points = [point({ again: true }), point({ stepIndex: 1 })];
  const ramp = { varies: 'connections' as const, searched: true, points, knee: 10, bracket: { low: 10, high: 20 } };
  const [head, disturbed, row] = rampCsv(ramp).split('\r\n');
  expect(head).toMatch(/,knee,ceiling_low,ceiling_high$/);
  expect(disturbed, 'the search decided by the other one').toMatch(/,false,10,20$/);
  expect(row).toMatch(/,true,10,20$/);
});
