import type { ComparedSetting } from '@contract/comparison';
import { expect, test } from 'vitest';
import { differencesText, isUnknown, valueDiffers } from './setting-differences';

const row = (values: (string | null)[]): ComparedSetting => ({
  group: 'target',
  path: 'target.files',
  label: 'Target binary and files',
  values,
  same: values[0] !== null && new Set(values).size === 1,
});

test('what was not read is neither the same nor a difference', () => {
  expect(
    [row([null, null]), row(['a', null]), row(['a', 'b']), row(['a', 'b', null]), row(['a', 'a'])].map(isUnknown),
  ).toEqual([true, true, false, false, false]);
  expect(differencesText([row(['a', 'a']), row(['a', 'b'])])).toBe('1 of 2 settings and facts differ');
  expect(differencesText([row(['a', 'a']), row([null, null])])).toBe('0 of 2 settings and facts differ, 1 not known');
  expect([valueDiffers('a', null), valueDiffers('a', 'b')]).toEqual([false, true]);
});
