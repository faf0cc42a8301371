import type { HostSeries } from '@contract/samples';
import { expect, test } from 'vitest';
import { meanWithin } from '@/charts/series';
import { sampleComparison, sampleHost, sampleRun } from '@/testing/comparison-sample';
import { finerSides, shownOf, sidesOf, viewOf } from './overlaid-sides';

const S = 1e6;
const BUSY = { id: 'cpu-busy', title: 'CPU busy, all CPUs', unit: '%' };
const run = sampleRun('a', [{ connections: 10 }, { connections: 50 }], 100);
const comparison = sampleComparison([run], [{ cells: [0] }, { cells: [1] }]);
const hostId = run.hosts.find(({ roles }) => roles.includes('server'))?.hostId ?? '';
const own = (host: HostSeries): HostSeries => ({ ...host, hostId });
const sidesFrom = (host: HostSeries, metric = BUSY) =>
  sidesOf({ comparison, series: { 'id-a': { hosts: [host] } }, role: 'server', metric, row: 1, order: [0] });

/** Every twentieth second; the second step is measured from 110 s to 115 s. */
const coarse = own({
  ...sampleHost(0, { cpuBusyPercent: [20, 20, 20] }),
  timesUs: [98 * S, 111 * S, 131 * S],
  readings: [20, 20, 20],
});
const finer = own(sampleHost(105, { cpuBusyPercent: Array.from({ length: 20 }, () => 90) }));

test('a stretch that is shown has the mean of its own readings, not that of rows of the whole run', () => {
  const sides = sidesFrom(coarse);
  const view = viewOf(comparison, sides, 1);
  expect(shownOf(sides, view)).toEqual([{ run, host: coarse, shown: { fromUs: 109 * S, toUs: 116 * S } }]);
  const [side] = finerSides(sides, BUSY, { 'id-a': { hosts: [finer] } });
  expect(side?.line && meanWithin(side.line, 0, 5 * S)).toBe(90);
  expect(finerSides(sides, BUSY, {})).toEqual(sides);
});

test('a step within one row of the whole run is drawn once its own rows are there', () => {
  const sides = sidesFrom({ ...coarse, timesUs: [98 * S, 121 * S, 141 * S] });
  expect(sides[0]).toMatchObject({ line: null, why: 'not sampled in this stretch' });
  expect(viewOf(comparison, sides, 1)).toMatchObject({ fromUs: -1 * S, toUs: 6 * S });
  expect(finerSides(sides, BUSY, { 'id-a': { hosts: [finer] } })[0]).toMatchObject({ line: { hosts: 1 }, why: '' });
});

test('which NIC is meant is what the whole run tells', () => {
  const nic = { id: 'nic-received', title: '', unit: 'bit/s' };
  const both = (eth0: number, lo: number) =>
    own(
      sampleHost(105, {
        'nic/eth0/rxBitsPerSecond': Array(20).fill(eth0),
        'nic/lo/rxBitsPerSecond': Array(20).fill(lo),
      }),
    );
  const [side] = finerSides(sidesFrom(both(9, 1), nic), nic, { 'id-a': { hosts: [both(2, 7)] } });
  expect(side?.line?.values[0]).toBe(2);
});
