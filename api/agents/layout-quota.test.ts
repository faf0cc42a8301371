import { expect, it } from 'vitest';
import { LayoutQuota } from './layout-quota.ts';

const DAY_US = 86_400e6;
const large = {
  layoutId: 'x',
  schemaVersion: 1,
  columns: Array.from({ length: 1024 }, () => 'x'.repeat(16 * 1024)),
} as const;

it('takes 32 MiB of new layouts from an agent in a day', () => {
  const quota = new LayoutQuota();
  const nowUs = 1e15;
  expect([1, 2, 3].map(() => quota.takes('one', large, nowUs))).toEqual([true, true, false]);
  expect(quota.takes('another', large, nowUs)).toBe(true);
  expect(quota.takes('one', large, nowUs + DAY_US)).toBe(true);
});

it('counts bytes, not characters', () => {
  const columns = Array.from({ length: 1024 }, () => '語'.repeat(16 * 1024));
  expect(new LayoutQuota().takes('one', { ...large, columns }, 1e15)).toBe(false);
});
