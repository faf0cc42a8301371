import { expect, test } from 'vitest';
import { plainGet } from '../requests/plain-request.ts';
import { meanBytes } from './reference-routes.ts';

test('a mix has the bytes of its routes by weight', () => {
  expect(meanBytes([plainGet('/read')])).toBe(4500);
  expect(meanBytes([plainGet('/read', 3), plainGet('/compute', 1)])).toBe(3625);
  expect(meanBytes([plainGet('/read'), plainGet('/elsewhere')])).toBeNull();
  expect(meanBytes([plainGet('/read?page=2')])).toBe(4500);
  expect(meanBytes([])).toBeNull();
});
