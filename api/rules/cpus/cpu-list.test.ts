import { describe, expect, it } from 'vitest';
import { cpuList } from '../../contract/primitives.ts';
import {
  cpuLookup,
  cpusText,
  formatCpuList,
  maskText,
  overlapOf,
  parseCpuList,
  parseCpuMask,
  readCpuList,
  shortestCpuList,
  unionOfCpuLists,
} from './cpu-list.ts';

it.each([
  [[], '', 'no CPU'],
  [[3], '3', 'CPU 3'],
  [[2, 0, 1, 3, 8], '0-3,8', 'CPUs 0-3,8'],
  [[127, 64, 65], '64-65,127', 'CPUs 64-65,127'],
])('%j is written %s', (cpus, list, text) => {
  expect(formatCpuList(cpus)).toBe(list);
  expect(cpusText(cpus)).toBe(text);
  if (list !== '') expect(new Set(parseCpuList(list))).toEqual(new Set(cpus));
});

it.each([
  ['0', []],
  ['f', [0, 1, 2, 3]],
  ['80000000', [31]],
  ['00000000,00000001,00000000,80000001', [0, 31, 64]],
  ['1,0000000f', [0, 1, 2, 3, 32]],
])('the mask %s stands for %j', (mask, cpus) => {
  expect(parseCpuMask(mask)).toEqual(cpus);
});

it.each(['', '0-3', 'ff,f', '123456789', 'active'])('%j is no mask', (text) => {
  expect(parseCpuMask(text)).toBeNull();
});

it.each([
  ['0-3,8', [0, 1, 2, 3, 8]],
  ['2, 0', [0, 2]],
  ['5', [5]],
  ['3-1', null],
  ['0-3,8-5', null],
  ['', null],
  ['a', null],
  ['0-', null],
  ['0-8192', null],
  ['0-99999999', null],
])('%s, as a person types it, is %j', (text, cpus) => {
  expect(readCpuList(text)).toEqual(cpus);
});

it('finds no CPU in an empty list, as the agent does', () => {
  expect(parseCpuList('')).toEqual([]);
  expect(cpuLookup('')(0)).toBe(false);
});

it('finds the CPUs that are in both', () => {
  expect(overlapOf([0, 1, 2], [2, 3, 1])).toEqual([1, 2]);
});

describe('a list that names the same CPUs over and over', () => {
  const every = Array.from({ length: 8192 }, (_, cpu) => cpu);
  const repeated = Array.from({ length: 3500 }, () => '0-8191').join(',');

  it('costs no more than its length', () => {
    const { user: before } = process.cpuUsage();
    expect(parseCpuList(repeated)).toEqual(every);
    expect(unionOfCpuLists(Array.from({ length: 50 }, () => repeated))).toEqual(every);
    expect(shortestCpuList(repeated)).toBe('0-8191');
    expect(every.every(cpuLookup(repeated))).toBe(true);
    expect(process.cpuUsage().user - before).toBeLessThan(1_000_000);
  });

  it('is taken as long as it could be needed, and no longer', () => {
    const everySecond = every.filter((cpu) => cpu % 2 === 0).join(',');
    expect(cpuList.safeParse(everySecond).success).toBe(true);
    expect(cpuList.safeParse(Array(2).fill(everySecond).join(',')).success).toBe(false);
  });
});

it('CPUs that no host can have are refused, and never walked through', () => {
  expect(cpuList.safeParse('0-8191').success).toBe(true);
  expect(cpuList.safeParse('0-8192').success).toBe(false);
  expect(parseCpuList('8190-99999999999')).toEqual([8190, 8191]);
  expect(parseCpuMask(`${'ffffffff,'.repeat(10_000)}ffffffff`)).toHaveLength(8192);
});

it('masks are told as CPUs, and nothing else is', () => {
  expect(maskText('nic/eth0/rx-0/rps_cpus', 'ff')).toBe('CPUs 0-7');
  expect(maskText('nic/eth0/tx-0/xps_cpus', '00000002')).toBe('CPU 1');
  expect(maskText('nic/eth0/rx-0/rps_cpus', '00')).toBe('no CPU: off');
  expect([
    maskText('nic/eth0/rx-0/rps_cpus', null),
    maskText('nic/eth0/rx-0/rps_cpus', 'none'),
    maskText('nic/eth0/rx-0/rps_flow_cnt', '10'),
    // A list that looks like one.
    maskText('nic/eth0/irq/eth0-Tx-Rx-0/affinity', '3'),
  ]).toEqual([null, null, null, null]);
});
