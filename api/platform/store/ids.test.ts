import { expect, it } from 'vitest';
import { newId } from './ids.ts';

it('makes version 7 UUIDs, each of which sorts after the one before', () => {
  const beganMs = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
    true,
  );
  expect(ids).toEqual([...new Set(ids)].sort());
  const [firstMs = 0, lastMs = 0] = [ids.at(0), ids.at(-1)].map((id) =>
    Number.parseInt(`${id}`.replace('-', '').slice(0, 12), 16),
  );
  expect(firstMs).toBeGreaterThanOrEqual(beganMs);
  // Where a millisecond has more than its counter holds, the next one is used.
  expect(lastMs).toBeLessThanOrEqual(Date.now() + 10);
});
