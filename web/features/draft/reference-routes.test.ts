import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { meanBytes, REFERENCE_ROUTES } from './reference-routes';

const request = (path: string, weight = 1) => ({ method: 'GET' as const, path, weight });

test('a mix has the bytes of its routes by weight', () => {
  expect(meanBytes([request('/read')])).toBe(4500);
  expect(meanBytes([request('/read', 3), request('/compute', 1)])).toBe(3625);
  expect(meanBytes([request('/read'), request('/elsewhere')])).toBeNull();
  expect(meanBytes([])).toBeNull();
});

test('routes are those that the contract has', () => {
  const contract = readFileSync(new URL('../../../api/contract/target.ts', import.meta.url), 'utf8');
  const listed = /REFERENCE_ROUTES = \[([^\]]*)\]/.exec(contract)?.[1]?.match(/\/[\w-]+/g);
  expect(REFERENCE_ROUTES.map(({ path }) => path)).toEqual(listed);
});
