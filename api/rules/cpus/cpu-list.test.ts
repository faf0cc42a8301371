import { describe, expect, it } from 'vitest';
import { cpuList } from '../../contract/primitives.ts';
import {
  cpuLookup,
  cpusText,
  formatCpuList,
  parseCpuList,
  parseCpuMask,
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
])('the mask %s stands for %j', (mask, cpus) => {
  expect(parseCpuMask(mask)).toEqual(cpus);
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
