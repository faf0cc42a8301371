import type { HostSeries } from '@contract/samples';
import { BACKEND_RATES } from '@rules/samples/backend-rates';
import { SERVICE_RATES } from '@rules/samples/service-rates';
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

test('what stands behind a target has its charts, and no column of it is drawn under a name of the code', () => {
  const columns = Object.fromEntries(BACKEND_RATES.map(({ name }, at) => [name, at]));
  const groups = groupsOf(seriesOf(columns));
  expect(groups.map(({ id }) => id)).toEqual([
    ...['cpus', 'database-pool', 'database-waiting', 'sessions', 'wal-fsyncs', 'wal-fsync-time', 'writes'],
    ...['transactions', 'cache-pool', 'cache-waiting', 'downstream', 'downstream-in-flight', 'memory'],
  ]);
  const units = new Map(BACKEND_RATES.map(({ name, unit }) => [name, unit]));
  for (const { id, lines } of groups)
    expect([id, new Set(lines.map(({ name }) => units.get(name))).size]).toEqual([id, 1]);
});

test('the disk of a database and a cache have their charts, each of one unit', () => {
  const units = new Map(SERVICE_RATES.map(({ name, unit }) => [name, unit]));
  const groups = groupsOf(seriesOf(Object.fromEntries(SERVICE_RATES.map(({ name }, at) => [name, at]))));
  expect(groups.map(({ id }) => id)).toEqual([
    ...['disk-busy', 'disk-requests', 'disk-times', 'cache-thread', 'cache', 'cache-clients'],
  ]);
  for (const { id, lines } of groups)
    expect([id, new Set(lines.map(({ name }) => units.get(name))).size]).toEqual([id, 1]);
});

test('a duration and a number of sessions keep the digits that matter', () => {
  expect(formatUnit(0.412, 'ms')).toBe('0.412 ms');
  expect(formatUnit(18.234, 'ms')).toBe('18.2 ms');
  expect(formatUnit(3.456, 'sessions')).toBe('3.46 sessions');
});
