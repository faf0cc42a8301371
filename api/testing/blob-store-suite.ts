import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { BlobMismatch, type BlobStore } from '../platform/blobs/blob-store.ts';

export interface SuiteStore {
  store: BlobStore;
  /** Moves the clock by which the store tells what is stale. */
  skipMs: (ms: number) => void;
}

export const sha256Of = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

export async function putBytes(store: BlobStore, bytes: Buffer): Promise<string> {
  const sha256 = sha256Of(bytes);
  await store.put(sha256, Readable.from([bytes]), bytes.length);
  return sha256;
}

export async function bytesIn(store: BlobStore, sha256: string, range?: { from: number; to: number }) {
  const found = await store.open(sha256, range);
  return found && { sizeBytes: found.sizeBytes, bytes: await buffer(found.bytes) };
}

const MEBIBYTE = 1024 * 1024;
const DAY_MS = 86_400_000;

/** What every place for files does in the same way. */
export function suiteOfStores(open: () => Promise<SuiteStore>): void {
  let store: BlobStore;
  let skipMs: SuiteStore['skipMs'];
  beforeAll(async () => {
    ({ store, skipMs } = await open());
  });

  it.each([
    ['nothing', 0],
    ['a few bytes', 1000],
    ['several parts', 12 * MEBIBYTE + 1],
  ])('keeps %s, and gives them back whole or in part', async (_, length) => {
    const bytes = randomBytes(length);
    const sha256 = await putBytes(store, bytes);
    expect(await store.sizeOf(sha256)).toBe(length);
    const whole = await bytesIn(store, sha256);
    expect([whole?.sizeBytes, whole?.bytes.equals(bytes)]).toEqual([length, true]);
    if (length === 0) return;
    const part = await bytesIn(store, sha256, { from: length - 900, to: length - 100 });
    expect([part?.sizeBytes, part?.bytes.equals(bytes.subarray(length - 900, length - 100))]).toEqual([length, true]);
  });

  it('takes the same bytes twice', async () => {
    const bytes = randomBytes(100);
    expect(await putBytes(store, bytes)).toBe(await putBytes(store, bytes));
  });

  it('knows nothing of what was never put', async () => {
    const never = sha256Of('never');
    expect([await store.sizeOf(never), await store.open(never)]).toEqual([null, null]);
    await store.removeStale(never);
    await store.remove(never);
  });

  it.each([
    ['few', 1000],
    ['many', 11 * MEBIBYTE],
  ])('keeps nothing when %s bytes are not what their name says', async (_, length) => {
    const named = sha256Of(`other ${length}`);
    const bytes = randomBytes(length);
    await expect(store.put(named, Readable.from([bytes]), bytes.length)).rejects.toThrow(BlobMismatch);
    expect(await store.sizeOf(named)).toBeNull();
  });

  it('keeps nothing of a stream that breaks off', async () => {
    const bytes = randomBytes(11 * MEBIBYTE);
    const sha256 = sha256Of(bytes);
    async function* broken() {
      yield bytes.subarray(0, 7 * MEBIBYTE);
      throw new Error('the connection is gone');
    }
    await expect(store.put(sha256, Readable.from(broken()), bytes.length)).rejects.toThrow('the connection is gone');
    expect([await store.sizeOf(sha256), await store.fault()]).toEqual([null, null]);
  });

  it('lists what it has', async () => {
    const bytes = randomBytes(123);
    const sha256 = await putBytes(store, bytes);
    const listed = await listAll(store);
    expect(listed.get(sha256)).toBe(123);
    await store.remove(sha256);
    expect((await listAll(store)).has(sha256)).toBe(false);
  });

  it('names as stale what was put more than a day ago, and removes only that', async () => {
    const old = await putBytes(store, randomBytes(50));
    await store.removeStale(old);
    expect(await store.sizeOf(old)).toBe(50);
    expect(await allStale(store)).not.toContain(old);
    skipMs(DAY_MS + 60_000);
    expect(await allStale(store)).toContain(old);
    await store.removeStale(old);
    expect(await store.sizeOf(old)).toBeNull();
    skipMs(-DAY_MS - 60_000);
  });
}

/** After so many calls a store has looked at everything. */
export async function allStale(store: BlobStore): Promise<string[]> {
  const found: string[] = [];
  for (let i = 0; i < 256; i++) found.push(...(await store.nextStale()));
  return found;
}

async function listAll(store: BlobStore): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { sha256, sizeBytes } of store.list()) found.set(sha256, sizeBytes);
  return found;
}
