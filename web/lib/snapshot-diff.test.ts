import { expect, test } from 'vitest';
import { drawnRows, fittingRows, groupOf, groupsOf, snapshotCsv, snapshotJson, snapshotRows } from './snapshot-diff';

const before = {
  'sysctl/net.core.somaxconn': '4096',
  'nic/eth0/rx-10/rps_cpus': '0',
  'nic/eth0/rx-2/rps_cpus': '0',
  'service/irqbalance': 'active',
  'top/1': 'kworker 3 %',
  'kernel/cmdline': 'quiet "a, b"',
};
const after = {
  'sysctl/net.core.somaxconn': '4096',
  'nic/eth0/rx-10/rps_cpus': 'f',
  'nic/eth0/rx-2/rps_cpus': 'f',
  'top/1': 'cc1 80 %',
  'kernel/cmdline': 'quiet "a, b"',
  'nic/eth0/mtu': '',
};
const rows = snapshotRows(before, after);

test('keys of either side are there once, queues in the order of their numbers', () => {
  expect(rows.map(({ key }) => key)).toEqual([
    'kernel/cmdline',
    'nic/eth0/mtu',
    'nic/eth0/rx-2/rps_cpus',
    'nic/eth0/rx-10/rps_cpus',
    'service/irqbalance',
    'sysctl/net.core.somaxconn',
    'top/1',
  ]);
});

test('a key that came, went or changed differs; the busiest processes never do', () => {
  expect(rows.filter(({ differs }) => differs).map(({ key, left, right }) => [key, left, right])).toEqual([
    ['nic/eth0/mtu', null, ''],
    ['nic/eth0/rx-2/rps_cpus', '0', 'f'],
    ['nic/eth0/rx-10/rps_cpus', '0', 'f'],
    ['service/irqbalance', 'active', null],
  ]);
});

test('differences are shown unless all are asked for, by the group that they belong to', () => {
  expect(groupOf('irq/45/eth0-Tx-Rx-0/effective')).toBe('irq');
  expect(groupsOf(fittingRows(rows, { text: '', all: false })).map(({ name, rows }) => [name, rows.length])).toEqual([
    ['nic/eth0', 3],
    ['service', 1],
  ]);
  expect(fittingRows(rows, { text: '', all: true })).toEqual(rows);
});

test('a filter looks in keys and values for every one of its words', () => {
  const keys = (text: string) => fittingRows(rows, { text, all: true }).map(({ key }) => key);
  expect(keys(' RX-2 rps ')).toEqual(['nic/eth0/rx-2/rps_cpus']);
  expect(keys('active')).toEqual(['service/irqbalance']);
  expect(keys('rps nowhere')).toEqual([]);
});

test('of twenty thousand keys the first are drawn until all are asked for; of few there is no more to show', () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`irq/${i}/q/effective`, `${i % 128}`]));
  const started = performance.now();
  const fitting = fittingRows(snapshotRows({}, many), { text: 'irq', all: false });
  expect([fitting.length, drawnRows(fitting, false).length, drawnRows(fitting, true).length]).toEqual([
    20_000, 200, 20_000,
  ]);
  expect(performance.now() - started).toBeLessThan(2000);
  expect(drawnRows(rows, false)).toEqual(rows);
});

test('CSV and JSON keep commas, quotes and what is not there apart', () => {
  const few = rows.filter(({ group }) => group === 'kernel' || group === 'service' || group === 'nic/eth0').slice(0, 2);
  expect(snapshotCsv(few, 'before', 'applied')).toBe(
    'key,before,applied\r\nkernel/cmdline,"quiet ""a, b""","quiet ""a, b"""\r\nnic/eth0/mtu,,""\r\n',
  );
  expect(JSON.parse(snapshotJson(few, 'before', 'applied'))).toEqual({
    columns: ['before', 'applied'],
    values: { 'kernel/cmdline': ['quiet "a, b"', 'quiet "a, b"'], 'nic/eth0/mtu': [null, ''] },
  });
});

test('a number below 0 stays as the kernel wrote it', () => {
  expect(snapshotCsv(snapshotRows({ 'nic/eth0/numa_node': '-1' }, {}), 'before', 'after')).toBe(
    'key,before,after\r\nnic/eth0/numa_node,-1,\r\n',
  );
});

test('what a host says of itself is no formula of a spreadsheet, nor is what it is called', () => {
  const rows = snapshotRows({ 'top/1': '=HYPERLINK("http://example.org")' }, {});
  expect(snapshotCsv(rows, '@lab', 'after')).toBe(
    'key,\'@lab,after\r\ntop/1,"\'=HYPERLINK(""http://example.org"")",\r\n',
  );
});
