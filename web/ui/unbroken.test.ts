import { expect, test } from 'vitest';
import { unbroken } from './unbroken';

test('a number stays on the line of its unit, and nothing else changes', () => {
  expect(unbroken('met from 95 %, within 2 %.')).toBe('met from 95\u00a0%, within 2\u00a0%.');
  expect(unbroken('5 ms after 10 s at 1,234 req/s')).toBe('5\u00a0ms after 10\u00a0s at 1,234\u00a0req/s');
  const others = 'Steps 2 and 3, 4 servers, 3 misses, 50 connections';
  expect(unbroken(others)).toBe(others);
});
