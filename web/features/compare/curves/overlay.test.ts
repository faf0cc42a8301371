import { expect, test } from 'vitest';
import { sampleComparison, sampleHost, sampleRun } from '@/testing/comparison-sample';
import { metricColumn, metricsOf, overlaid, stretchOf, stretchSpans } from './overlay';

const S = 1_000_000;
const BUSY = { id: 'cpu-busy', unit: '%' };
const a = sampleRun('a', [{ connections: 10 }, { connections: 50 }], 100);
const b = sampleRun('b', [{ connections: 50 }, { connections: 10, point: null }], 500);
const comparison = sampleComparison([a, b], [{ cells: [0, 1] }, { cells: [1, 0] }]);

test('runs of different days share a zero where the compared step begins, wherever it stands in the run', () => {
  expect(stretchOf(comparison, 0, 1)).toMatchObject({ fromUs: 110 * S, toUs: 115 * S });
  expect(stretchOf(comparison, 1, 1)).toMatchObject({ fromUs: 500 * S, toUs: 505 * S });
});

test('all of the load begins with the first warm-up; a step without a point has what its run spent in it', () => {
  expect(stretchOf(comparison, 0, null)).toMatchObject({ fromUs: 98 * S, toUs: 120 * S });
  expect(stretchOf(comparison, 1, 0)).toMatchObject({ fromUs: 510 * S, toUs: 520 * S });
});

test('a run that never came to the step, or to any load, has no stretch', () => {
  const idle = { ...a, transitions: [], steps: a.steps.map((step) => ({ ...step, point: null })) };
  const none = sampleComparison([a, idle], [{ cells: [0, 0] }, { cells: [1, null] }]);
  expect([stretchOf(none, 1, null), stretchOf(none, 1, 0), stretchOf(none, 1, 1)]).toEqual([null, null, null]);
});

test('samples are moved to the zero and cut to the stretch and its edges', () => {
  const host = sampleHost(105, { cpuBusyPercent: Array.from({ length: 20 }, (_, i) => i) });
  const stretch = { label: '', fromUs: 110 * S, toUs: 115 * S };
  const line = overlaid([host], BUSY, stretch, 0);
  expect(line?.timesUs).toEqual([-1, 0, 1, 2, 3, 4, 5, 6].map((s) => s * S));
  expect(line?.values).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  expect(line?.lengthUs).toBe(5 * S);
  expect(overlaid([host], { id: 'steal', unit: '%' }, stretch, 0)).toBeNull();
  expect(overlaid([host], BUSY, { ...stretch, fromUs: 900 * S, toUs: 905 * S }, 0)).toBeNull();
});

test('several clients are drawn as one line: their mean where a sum says nothing', () => {
  const hosts = [10, 30].map((busy) => sampleHost(110, { cpuBusyPercent: [busy, busy] }));
  const line = overlaid(hosts, BUSY, { label: '', fromUs: 110 * S, toUs: 115 * S }, 0);
  expect([line?.values, line?.hosts]).toEqual([[20, 20], 2]);
});

test('phases of the run are moved with it', () => {
  const stretch = stretchOf(comparison, 0, 1);
  const { warmups, steps } = stretch ? stretchSpans(a, stretch) : { warmups: [], steps: [] };
  expect(warmups.map(({ fromUs, toUs }) => [fromUs / S, toUs / S])).toEqual([
    [-12, -10],
    [-2, 0],
  ]);
  expect(steps.map(({ stepIndex, fromUs }) => [stepIndex, fromUs / S])).toEqual([
    [0, -10],
    [1, 0],
  ]);
});

test('every column that agents send of a host has a name of its own', () => {
  const host = sampleHost(0, { agentCpus: [0.1], cpuUserPercent: [1], cpuSystemPercent: [2] });
  expect(metricsOf([host]).map(({ title }) => title)).toEqual([
    'CPUs used by the agent',
    'CPU in user code',
    'CPU in the kernel',
  ]);
});

test('of a NIC the one that carried most is meant, whatever its name; what nobody foresaw comes last', () => {
  const one = sampleHost(0, { 'nic/lo/rxBitsPerSecond': [9], 'nic/eth0/rxBitsPerSecond': [1], oddThingPerSecond: [3] });
  const two = sampleHost(0, { 'nic/ens5/rxBitsPerSecond': [7], cpuBusyPercent: [50] });
  expect(metricsOf([one, two]).map(({ id, title }) => [id, title])).toEqual([
    ['cpu-busy', 'CPU busy, all CPUs'],
    ['nic-received', 'NIC received, bits'],
    ['oddThingPerSecond', 'Odd thing'],
  ]);
  const values = (host: typeof one, id: string) => metricColumn(host, id)?.values ?? null;
  expect([values(one, 'nic-received'), values(two, 'nic-received')]).toEqual([[9], [7]]);
  expect([values(one, 'oddThingPerSecond'), values(two, 'oddThingPerSecond')]).toEqual([[3], null]);
});
