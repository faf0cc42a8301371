import { expect, it } from 'vitest';
import { cpusText, formatCpuList, parseCpuList, parseCpuMask } from './cpu-list.ts';

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
