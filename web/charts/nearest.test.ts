import { expect, test } from 'vitest';
import { rowNear } from './nearest';

test('a row is near a moment within reach, or within the time that it is of', () => {
  const timesUs = [0, 1e6, 2e6, 10e6, 18e6];
  expect(rowNear(timesUs, 1.4e6, 1.5e6)).toBe(1);
  expect(rowNear(timesUs, -2e6, 1.5e6)).toBeNull();
  expect(rowNear(timesUs, 14.5e6, 1.5e6)).toBe(4);
  expect(rowNear(timesUs, 30e6, 1.5e6)).toBeNull();
  expect(rowNear([], 1, 1)).toBeNull();
});
