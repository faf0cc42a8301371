import { expect, test } from 'vitest';
import { meanBytes } from './reference-routes.ts';

const request = (path: string, weight = 1) => ({ method: 'GET' as const, path, weight });

test('a mix has the bytes of its routes by weight', () => {
  expect(meanBytes([request('/read')])).toBe(4500);
  expect(meanBytes([request('/read', 3), request('/compute', 1)])).toBe(3625);
  expect(meanBytes([request('/read'), request('/elsewhere')])).toBeNull();
  expect(meanBytes([])).toBeNull();
});
