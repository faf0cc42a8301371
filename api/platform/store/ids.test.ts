import { expect, it } from 'vitest';
import { newId } from './ids.ts';

it('makes version 7 UUIDs, each of which sorts after the one before', () => {
  const beganMs = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
    true,
  );
  expect(ids).toEqual([...new Set(ids)].sort());
  const firstMs = Number.parseInt(`${ids[0]}`.replace('-', '').slice(0, 12), 16);
  // It may lie ahead of the clock: where the clock is set back, ids go on from where they were.
  expect(firstMs).toBeGreaterThanOrEqual(beganMs);
});
