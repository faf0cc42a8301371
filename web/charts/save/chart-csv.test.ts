import { expect, test } from 'vitest';
import { flameTree } from '@/charts/flame/flame-tree';
import { heatMapOf } from '@/charts/heat/heat-map';
import type { Line } from '@/charts/series-group';
import { heatCsv, stripCsv, tailCsv } from './chart-csv';
import { flameCsv } from './flame-csv';
import { columnName, distinct, fileNameOf } from './picture-csv';

const lineOf = (label: string): Line => ({ name: label, label, ink: 'server', stroke: 'solid', fill: null });
const view = { zeroUs: 100e6, fromUs: 101e6, toUs: 103e6 };
const rows = (csv: string): string[] => csv.trimEnd().split('\r\n');

test('a strip is saved as it is shown: moments in view, a column a line with its unit, and gaps empty', () => {
  const lines = [
    { line: lineOf('target'), timesUs: [100e6, 101e6, 102.5e6], values: [9, 1.25, null] },
    { line: lineOf('=HYPERLINK("x")'), timesUs: [101e6, 103e6, 104e6], values: [7, 8, 9] },
  ];
  expect(rows(stripCsv(lines, 'CPUs', view))).toEqual([
    'time_s,target_cpus,hyperlink_x_cpus',
    '1,1.25,7',
    '2.5,,',
    '3,,8',
  ]);
});

test('what people wrote stands on the rows that it is of, and on the nearest where it is of none', () => {
  const lines = [{ line: lineOf('target'), timesUs: [101e6, 102e6, 103e6], values: [1, 2, 3] }];
  const notes = [
    { number: 1, fromUs: 101.4e6, toUs: null, text: 'GC\nbegan' },
    { number: 2, fromUs: 101.5e6, toUs: 102.5e6, text: 'slow, both' },
    { number: 3, fromUs: 99e6, toUs: 100e6, text: 'not shown' },
  ];
  expect(rows(stripCsv(lines, 'CPUs', { ...view, notes }))).toEqual([
    'time_s,target_cpus,annotations',
    '1,1,',
    '2,2,"1: GC began | 2: slow, both"',
    '3,3,"2: slow, both"',
  ]);
  const late = { number: 4, fromUs: 102.8e6, toUs: null, text: 'at the end' };
  const short = [{ line: lineOf('target'), timesUs: [101e6, 102e6], values: [1, 2] }];
  expect(rows(stripCsv(short, 'CPUs', { ...view, notes: [late] }))[2]).toBe('2,2,4: at the end');
});

test('of rows of several readings the lowest and the highest are saved, too', () => {
  const several = { timesUs: [101e6, 102e6], values: [5, 6], lows: [1, 6], highs: [9, 6] };
  expect(rows(stripCsv([{ line: lineOf('target'), ...several }], 'CPUs', view))).toEqual([
    'time_s,target_mean_cpus,target_lowest_cpus,target_highest_cpus',
    '1,5,1,9',
    '2,6,6,6',
  ]);
});

test('a map of CPUs is saved in percent, what was not read stays empty', () => {
  // Two CPUs, three columns of a second; a byte is half a percent.
  const map = heatMapOf(
    2,
    [100e6, 101e6, 102e6],
    [101e6, 102e6, 103e6],
    btoa(String.fromCharCode(0, 100, 255, 1, 2, 3)),
  );
  const [head, ...cells] = rows(heatCsv(map, [0, 64], 'softirq', view));
  expect(head).toBe('from_s,to_s,cpu_0_softirq_percent,cpu_64_softirq_percent');
  expect(cells).toEqual(['1,2,50,1', '2,3,,1.5']);
});

test('a distribution is saved point by point, with its curve guarded against formulas', () => {
  const csv = tailCsv([{ label: '=1+1', points: [{ percentile: 99.9, latencyMs: 1.5 }] }]);
  expect(rows(csv)).toEqual(['curve,percentile,latency_ms', "'=1+1,99.9,1.5"]);
});

test.each([
  ['target', 'CPUs', 'target_cpus'],
  ['busy', '%', 'busy_percent'],
  ['req/s', 'req/s', 'requests_per_second'],
  ['Server CPU', 'µs per request', 'server_cpu_us_per_request'],
  ['eth0 in', 'bit/s', 'eth0_in_bits_per_second'],
])('%s in %s is called %s', (label, unit, name) => expect(columnName(label, unit)).toBe(name));

test('two columns are never called the same, and a file has a name everywhere', () => {
  const called = (...names: string[]) => distinct(names.map((name) => ({ name, of: () => 1 }))).map(({ name }) => name);
  expect(called('a', 'a')).toEqual(['a', 'a_2']);
  expect(called('a', 'a_2', 'a')).toEqual(['a', 'a_2', 'a_3']);
  expect(called('a', 'a', 'a_2')).toEqual(['a', 'a_2', 'a_2_2']);
  expect(fileNameOf('Prefork: on/off?', 'CPUs used')).toBe('prefork_on_off-cpus_used');
  expect(fileNameOf('', '…')).toBe('picture');
});

test('a flame graph is saved frame by frame from where it is zoomed in', () => {
  const functions = ['main', 'serve', 'write'].map((name) => ({ name, file: '-f.go' }));
  const tree = flameTree({ functions, parents: [-1, 0, 1], functionPlaces: [0, 1, 2], selfs: [[0, 3, 4]] }, [1]);
  const counts = { unit: 'nanoseconds', sides: [''] };
  expect(rows(flameCsv(tree, null, counts))).toEqual([
    'depth,function,file,self_nanoseconds,total_nanoseconds',
    "0,main,'-f.go,0,7",
    "1,serve,'-f.go,3,7",
    "2,write,'-f.go,4,4",
  ]);
  expect(rows(flameCsv(tree, 2, counts))[1]).toBe("0,write,'-f.go,4,4");
});
