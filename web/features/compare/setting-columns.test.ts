import { expect, test } from 'vitest';
import { sampleComparison, sampleRun } from '@/testing/comparison-sample';
import { settingColumns } from './setting-columns';

const runs = ['a', 'b', 'c'].map((name) => sampleRun(name, []));
const side = (letters: string, runIds: string[]) => ({ letters, runIds, name: '', baseline: false, differsIn: [] });
const sides = [side('B', ['id-b']), side('A, C', ['id-a', 'id-c'])];
const setting = (values: (string | null)[]) => ({
  group: 'target' as const,
  path: 'spec.target.prefork',
  label: 'Prefork',
  values,
  same: false,
});

test('repetitions that differ in nothing share a column', () => {
  const compared = sampleComparison(runs, [], { sides, settings: [setting(['off', 'on', 'off'])] });
  expect(settingColumns(compared, [1, 0, 2])).toEqual([
    { runIndex: 1, letters: 'B' },
    { runIndex: 0, letters: 'A, C' },
  ]);
});

test('where a repetition had another value, and in old documents, every run has its own', () => {
  const moved = sampleComparison(runs, [], { sides, settings: [setting(['off', 'on', null])] });
  expect(settingColumns(moved, [1, 0, 2]).map(({ letters }) => letters)).toEqual(['B', 'A', 'C']);
  const old = sampleComparison(runs, [], { settings: [setting(['off', 'on', 'off'])] });
  expect(settingColumns(old, [0, 1, 2])).toHaveLength(3);
});
