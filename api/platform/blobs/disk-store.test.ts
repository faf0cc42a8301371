import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
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

  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  const put = (store: DiskStore, text: string) =>
    store.put(hashOf(text), Readable.from([Buffer.from(text)]), text.length);

  it.runIf(process.getuid?.() === 0)('belong to the owner of their folder, where root writes them', async () => {
    const own = await mkdtemp(path.join(folder, 'own-'));
    chownSync(own, 65_533, 65_533);
    await put(new DiskStore(own), 'restored');
    const made = readdirSync(own, { recursive: true }).map((name) => lstatSync(path.join(own, String(name))).uid);
    expect(made).toEqual([65_533, 65_533]);
  });

  it('go nowhere by a link in the place of a folder', async () => {
    const [own, elsewhere] = [await mkdtemp(path.join(folder, 'own-')), await mkdtemp(path.join(folder, 'other-'))];
    for (let at = 0; at < 256; at++) symlinkSync(elsewhere, path.join(own, at.toString(16).padStart(2, '0')));
    mkdirSync(path.join(elsewhere, 'kept'));
    await expect(put(new DiskStore(own), 'a file')).rejects.toThrow(/ENOTDIR|ELOOP/);
    expect(readdirSync(elsewhere)).toEqual(['kept']);
  });

  it('are neither read nor removed by a link, and no pipe is waited for', async () => {
    const [own, elsewhere] = [await mkdtemp(path.join(folder, 'own-')), await mkdtemp(path.join(folder, 'other-'))];
    const [other, store] = [new DiskStore(elsewhere), new DiskStore(own)];
    const [linked, led, piped] = ['a file', 'another', 'a pipe'].map(hashOf) as [string, string, string];
    const at = (place: string, sha256: string) => path.join(place, sha256.slice(0, 2), sha256);
    await put(other, 'a file');
    await put(other, 'another');
    symlinkSync(path.dirname(at(elsewhere, linked)), path.dirname(at(own, linked)));
    for (const sha256 of [led, piped]) mkdirSync(path.dirname(at(own, sha256)), { recursive: true });
    symlinkSync(at(elsewhere, led), at(own, led));
    execFileSync('mkfifo', [at(own, piped)]);
    for (const sha256 of [linked, led, piped]) {
      expect(await store.sizeOf(sha256)).toBeNull();
      expect(await store.open(sha256)).toBeNull();
      await store.remove(sha256);
    }
    for await (const { sha256 } of store.list()) throw new Error(`${sha256} is listed`);
    expect([await other.sizeOf(linked), await other.sizeOf(led)]).toEqual([6, 7]);
  });
});
