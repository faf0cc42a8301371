import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { suiteOfStores } from '../../testing/blob-store-suite.ts';
import { DiskStore } from './disk-store.ts';

let folder: string;
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('files on the disk', () => {
  suiteOfStores(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'millionrps-disk-'));
    let skippedMs = 0;
    const store = new DiskStore(folder, { nowMs: () => Date.now() + skippedMs });
    const skipMs = (ms: number): void => {
      skippedMs += ms;
    };
    return { store, skipMs };
  });

  it('leave nothing half-written behind', () => {
    const names = readdirSync(folder, { recursive: true }).map(String);
    expect(names.filter((name) => name.endsWith('.partial'))).toEqual([]);
  });
});
