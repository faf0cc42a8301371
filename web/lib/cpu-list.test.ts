import { expect, test } from 'vitest';
import { formatCpuList, missingCpus, namedCpus, overlapOf, parseCpuList } from './cpu-list';

test.each([
  ['0-3,8', [0, 1, 2, 3, 8]],
  ['2, 0', [0, 2]],
  ['5', [5]],
  ['3-1', null],
  ['', null],
  ['a', null],
  ['0-', null],
  ['0-99999999', null],
])('%s is %j', (text, cpus) => {
  expect(parseCpuList(text)).toEqual(cpus);
});

test('lists are as short as they can be', () => {
  expect(formatCpuList([8, 0, 1, 2, 2, 5])).toBe('0-2,5,8');
});

test('no set means every CPU of the machine', () => {
  const online = [0, 1, 2, 3];
  expect(overlapOf(null, [2, 3], online)).toEqual([2, 3]);
  expect(overlapOf(null, null, online)).toEqual(online);
  expect(overlapOf([0, 1], [2, 3], online)).toEqual([]);
});

test('CPUs that the machine does not have are named', () => {
  expect(missingCpus([0, 4, 9], [0, 1, 2, 3, 4])).toEqual([9]);
});

test('one CPU is not called several', () => {
  expect(['0', '0-3', '5-5'].map(namedCpus)).toEqual(['CPU 0', 'CPUs 0-3', 'CPU 5-5']);
});
