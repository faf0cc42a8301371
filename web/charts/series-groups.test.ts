import type { HostSeries } from '@contract/samples';
import { expect, test } from 'vitest';
import { DEFAULT_GROUPS, groupsOf } from './series-groups';
import { formatAxis, formatUnit } from './units';

const seriesOf = (columns: Record<string, number>): HostSeries => ({
  hostId: 'h',
  timesUs: [1],
  columns: Object.entries(columns).map(([name, value]) => ({ name, unit: 'x', values: [value] })),
});

const queues = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`nic/eth0/queue/${i}/rxPacketsPerSecond`, i]));

test('limits that come from outside are drawn at once where a host counts them', () => {
  const series = seriesOf({
    cpuBusyPercent: 1,
    throttledPercent: 0,
    'nic/eth0/rxBitsPerSecond': 1,
    'nic/eth0/allowanceExceededPerSecond': 0,
    'nic/eth0/qdiscDropsPerSecond': 0,
  });
  const ids = groupsOf(series).map(({ id }) => id);
  expect(ids).toEqual(['cpu', 'throttled', 'nic', 'allowance', 'qdisc']);
  expect(ids.filter((id) => DEFAULT_GROUPS.includes(id))).toEqual(['cpu', 'throttled', 'nic', 'allowance']);
});

test('of many queues the busiest are drawn in one chart, and none gets a chart of its own', () => {
  const groups = groupsOf(seriesOf({ 'nic/eth0/rxBitsPerSecond': 1, ...queues(32) }));
  expect(groups.map(({ id }) => id)).toEqual(['nic', 'queues-received']);
  expect(groups[1]?.title).toBe('NIC eth0, packets received by queue, the 8 busiest of 32');
  expect(groups[1]?.lines.map(({ label }) => label)).toEqual([24, 25, 26, 27, 28, 29, 30, 31].map((n) => `queue ${n}`));
  expect(new Set(groups[1]?.lines.map(({ ink, stroke }) => `${ink} ${stroke}`)).size).toBe(8);
});

test('a single queue says nothing that its NIC does not, and the number of a CPU is no quantity', () => {
  const groups = groupsOf(seriesOf({ 'nic/eth0/rxBitsPerSecond': 1, ...queues(1), hottestCpu: 3 }));
  expect(groups.map(({ id }) => id)).toEqual(['nic']);
});

test('a frequency has its unit and prefix', () => {
  expect(formatUnit(2_450_000_000, 'Hz')).toBe('2.45 GHz');
  expect(formatAxis(2_500_000_000, 'Hz')).toBe('2.5 GHz');
});

test('what is read slowly is drawn across the rows between, which stay empty while a run goes on', () => {
  const groups = groupsOf(
    seriesOf({
      cpuBusyPercent: 1,
      targetCpus: 1,
      otherCpus: 1,
      throttledPercent: 1,
      retransmittedSegmentsPerSecond: 1,
      'nic/eth0/rxBitsPerSecond': 1,
      'nic/eth0/allowanceExceededPerSecond': 1,
      'nic/eth0/qdiscDropsPerSecond': 1,
      ...queues(2),
    }),
  );
  const names = (sparse: boolean) =>
    groups.flatMap(({ lines }) => lines.filter((one) => (one.sparse ?? false) === sparse).map(({ name }) => name));
  expect(names(false).sort()).toEqual(['cpuBusyPercent', 'nic/eth0/rxBitsPerSecond', 'targetCpus']);
  expect(names(true)).toHaveLength(7);
});
