import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { putBytes } from '../../testing/blob-store-suite.ts';
import { StoreAway } from './blob-store.ts';
import { DiskStore } from './disk-store.ts';
import { countBlobs, type Moved, moveBlobs } from './move-blobs.ts';

let folder: string;
let from: DiskStore;
let to: DiskStore;
let moved: Moved;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'millionrps-move-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  from = new DiskStore(path.join(folder, 'from'));
  to = new DiskStore(path.join(folder, 'to'));
  moved = { files: 0, bytes: 0, damaged: [] };
});

const go = () => moveBlobs(from, to, moved, new AbortController().signal);
const fill = async (files: number) => {
  for (let i = 0; i < files; i++) await putBytes(from, randomBytes(100));
};

describe('a move', () => {
  it('brings every file, and takes away those that have arrived', async () => {
    await fill(30);
    await go();
    expect(moved).toEqual({ files: 30, bytes: 3000, damaged: [] });
    expect([await countBlobs(from), await countBlobs(to)]).toEqual([
      { files: 0, bytes: 0 },
      { files: 30, bytes: 3000 },
    ]);
  });

  it('that breaks off goes on when it is called again, and every file is in one place at least meanwhile', async () => {
    await fill(30);
    const put = to.put.bind(to);
    let left = 12;
    vi.spyOn(to, 'put').mockImplementation(async (...file) => {
      left -= 1;
      if (left < 0) throw new StoreAway('It does not answer.');
      return put(...file);
    });
    await expect(go()).rejects.toThrow('It does not answer.');
    const [here, there] = [await countBlobs(from), await countBlobs(to)];
    expect([here.files + there.files, there.files, moved.files]).toEqual([30, 12, 12]);
    left = 100;
    await go();
    expect([(await countBlobs(from)).files, (await countBlobs(to)).files]).toEqual([0, 30]);
  });

  it('copies nothing twice that has arrived, such as before it was killed', async () => {
    const sha256 = await putBytes(from, randomBytes(100));
    const found = await from.open(sha256);
    if (found) await to.put(sha256, found.bytes, 100);
    const put = vi.spyOn(to, 'put');
    await go();
    expect([put.mock.calls.length, await from.sizeOf(sha256), await to.sizeOf(sha256)]).toEqual([0, null, 100]);
  });

  it('leaves a damaged file where it is, and says which', async () => {
    await fill(3);
    const name = 'ab'.padEnd(64, '0');
    mkdirSync(path.join(folder, 'from/ab'), { recursive: true });
    writeFileSync(path.join(folder, 'from/ab', name), 'not what it says');
    await go();
    expect(moved).toEqual({ files: 3, bytes: 300, damaged: [name] });
    expect([await from.sizeOf(name), await to.sizeOf(name)]).toEqual([16, null]);
  });

  it('that is stopped begins with no other file', async () => {
    await fill(5);
    await moveBlobs(from, to, moved, AbortSignal.abort());
    expect([moved.files, (await countBlobs(from)).files]).toEqual([0, 5]);
  });
});
