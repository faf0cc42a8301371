import { expect, it } from 'vitest';
import type { RunDocument } from './run-documents.ts';
import { withIds } from './run-documents.ts';

const idOf = (i: number): string => `01890000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`;

it('thousands of ids are replaced in one walk, each by its own', () => {
  const ids = Array.from({ length: 2000 }, (_, i) => idOf(i));
  const others = new Map(ids.map((id, i) => [id, idOf(100_000 + i)]));
  const long = Array.from({ length: 60 }, () => ids.map((id) => `of ${id}`));
  const document = { long, kept: idOf(5_000_000) } as unknown as RunDocument;
  const { user } = process.cpuUsage();
  const changed = withIds(document, others) as unknown as { long: string[][]; kept: string };
  expect(process.cpuUsage().user - user).toBeLessThan(2_000_000);
  expect(changed.long[0]?.slice(0, 2)).toEqual([`of ${idOf(100_000)}`, `of ${idOf(100_001)}`]);
  expect(changed.kept).toBe(idOf(5_000_000));
});
