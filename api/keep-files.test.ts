import { expect, it, vi } from 'vitest';
import { keepOnce } from './keep-files.ts';
import type { Lab } from './platform/lab.ts';

it('a file that cannot be brought stops neither the sweep nor the packing, which stop each other no more', async () => {
  const failed: string[] = [];
  const refuse = (what: string) =>
    vi.fn(async () => {
      throw new Error(what);
    });
  const fault = refuse('packing');
  const lab = {
    blobs: { place: 's3://lab', bringWaiting: refuse('bringing'), nextStale: refuse('sweeping'), fault },
    leader: { attempt: async (_: string, work: () => Promise<void>) => work() },
    database: { db: { agentUpload: { deleteMany: async () => ({ count: 0 }) } } },
    nowUs: () => 0,
    log: { error: ({ err }: { err: Error }) => failed.push(err.message) },
  };
  await keepOnce(lab as unknown as Lab);
  expect([failed.length, failed[0], failed[2], fault.mock.calls.length]).toEqual([3, 'bringing', 'packing', 1]);
});
