import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type BlobStore,
  type ByteRange,
  LATELY_MS,
  NoRoom,
  type OpenBlob,
  SHA256,
  type StoredBlob,
  type StoreFault,
} from './blob-store.ts';
import { DISK } from './bucket.ts';
import { checkedBytes } from './checked-bytes.ts';

/** The database and the log are on the same disk as a rule, and neither can go on without room. */
const FREE_BYTES_LEAST = 128 * 1024 * 1024;

const NO_ROOM = `The disk of the data folder is full: less than ${FREE_BYTES_LEAST / 1024 ** 2} MiB would be free. Free some space there.`;

const DAMAGED = 'damaged';
const SUB_FOLDERS = 256;
const subFolder = (index: number): string => index.toString(16).padStart(2, '0');

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Of a pipe, the other end is not waited for. */
const FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Nothing of that name, or a link. */
function noneThere(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENXIO') return null;
  throw error;
}

const isNoSpace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Blobs in a folder: `ab/abcdef...`. */
export class DiskStore implements BlobStore {
  readonly place = DISK;
  private readonly folder: string;
  private readonly nowMs: () => number;

  /** Bytes that uploads under way still bring. */
  private awaitedBytes = 0;
  /** The sub-folder that nextStale looks at. */
  private lookedAt = Math.floor(Math.random() * SUB_FOLDERS);

  constructor(folder: string, { nowMs = Date.now }: { nowMs?: () => number } = {}) {
    this.folder = folder;
    this.nowMs = nowMs;
  }

  async fault(): Promise<StoreFault | null> {
    return (await this.freeBytes()) < FREE_BYTES_LEAST ? { sentence: NO_ROOM, stops: true } : null;
  }

  /** That anybody may write; uploads under way are not counted. */
  async freeBytes(): Promise<number> {
    await mkdir(this.folder, { recursive: true });
    const { bavail, bsize } = await statfs(this.folder);
    return bavail * bsize;
  }

  async put(sha256: string, bytes: Readable, sizeBytes: number): Promise<void> {
    this.awaitedBytes += sizeBytes;
    try {
      if ((await this.freeBytes()) - this.awaitedBytes < FREE_BYTES_LEAST) throw new NoRoom(NO_ROOM);
      await this.write(sha256, bytes);
    } catch (error) {
      throw isNoSpace(error) ? new NoRoom(NO_ROOM) : error;
    } finally {
      this.awaitedBytes -= sizeBytes;
    }
  }

  async sizeOf(sha256: string): Promise<number | null> {
    return (await this.look(sha256))?.size ?? null;
  }

  async open(sha256: string, range?: ByteRange): Promise<OpenBlob | null> {
    const found = await this.find(sha256);
    if (!found) return null;
    const part = range && { start: range.from, end: range.to - 1 };
    // The stream closes it.
    return { sizeBytes: found.size, bytes: found.file.createReadStream(part) };
  }

  async downloadUrl(): Promise<null> {
    return null;
  }

  async removeStale(sha256: string): Promise<void> {
    const kept = await this.look(sha256);
    if (kept && this.isStale(kept)) await this.remove(sha256);
  }

  async remove(sha256: string): Promise<void> {
    await this.inside(sha256.slice(0, 2), (folder) => rm(path.join(folder, sha256), { force: true }));
  }

  /** Keeps bytes that are not what their name says where nobody takes them for it. */
  async setAside(sha256: string): Promise<void> {
    await this.inside(sha256.slice(0, 2), (folder) =>
      this.within(DAMAGED, (aside) => rename(path.join(folder, sha256), path.join(aside, sha256))),
    );
  }

  async countBeside(): Promise<null> {
    return null;
  }

  async bringWaiting(): Promise<[]> {
    return [];
  }

  /** Those of one sub-folder. */
  async nextStale(): Promise<string[]> {
    this.lookedAt = (this.lookedAt + 1) % SUB_FOLDERS;
    const stale: string[] = [];
    await this.inside(subFolder(this.lookedAt), async (folder) => {
      for (const name of await readdir(folder)) {
        const kept = await lstat(path.join(folder, name)).catch(() => null);
        if (!kept || !this.isStale(kept)) continue;
        if (SHA256.test(name)) stale.push(name);
        else await rm(path.join(folder, name), { force: true });
      }
    });
    return stale;
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (let index = 0; index < SUB_FOLDERS; index++) {
      for (const name of (await this.inside(subFolder(index), (folder) => readdir(folder))) ?? []) {
        const sizeBytes = SHA256.test(name) ? await this.sizeOf(name) : null;
        if (sizeBytes !== null) yield { sha256: name, sizeBytes };
      }
    }
  }

  /** How many there are, up to `most`, by their names alone. */
  async count(most: number): Promise<number> {
    let count = 0;
    for (let index = 0; index < SUB_FOLDERS && count < most; index++) {
      const names = (await this.inside(subFolder(index), (folder) => readdir(folder))) ?? [];
      count += names.filter((name) => SHA256.test(name)).length;
    }
    return Math.min(count, most);
  }

  private async write(sha256: string, bytes: Readable): Promise<void> {
    await this.within(sha256.slice(0, 2), async (folder) => {
      const partial = path.join(folder, `${sha256}.${randomUUID()}.partial`);
      try {
        const file = await open(partial, 'wx', 0o600);
        // The stream closes it.
        const written = file.createWriteStream({ flush: true });
        await this.give(file);
        await pipeline(checkedBytes(sha256, bytes), written);
        await rename(partial, path.join(folder, sha256));
      } finally {
        await rm(partial, { force: true });
      }
    });
  }

  /** A file that is no link, no pipe and no device; null where there is none. */
  private async find(sha256: string): Promise<{ file: FileHandle; size: number; mtimeMs: number } | null> {
    return this.inside(sha256.slice(0, 2), async (folder) => {
      const file = await open(path.join(folder, sha256), FILE).catch(noneThere);
      if (!file) return null;
      const found = await file.stat();
      if (found.isFile()) return { file, size: found.size, mtimeMs: found.mtimeMs };
      await file.close();
      return null;
    });
  }

  private async look(sha256: string): Promise<{ size: number; mtimeMs: number } | null> {
    const found = await this.find(sha256);
    await found?.file.close();
    return found;
  }

  /**
   * Work in a sub-folder, under a name that leads nowhere else; null where there is none. Whoever owns these folders could put a link in the
   * place of one, and root would follow it.
   */
  private async inside<T>(name: string, work: (folder: string) => Promise<T>): Promise<T | null> {
    const opened = await open(path.join(this.folder, name), FOLDER).catch(noneThere);
    if (!opened) return null;
    try {
      return await work(`/proc/self/fd/${opened.fd}`);
    } finally {
      await opened.close();
    }
  }

  /** The same in one that is made where there is none. */
  private async within(name: string, work: (folder: string) => Promise<void>): Promise<void> {
    const folder = path.join(this.folder, name);
    await mkdir(folder, { recursive: true });
    const opened = await open(folder, FOLDER);
    try {
      await this.give(opened);
      await work(`/proc/self/fd/${opened.fd}`);
    } finally {
      await opened.close();
    }
  }

  /** What root writes here, as in a restore, gets the owner of the folder: the API that reads it may not be root. */
  private async give(made: FileHandle): Promise<void> {
    if (process.getuid?.() !== 0) return;
    const { uid, gid } = await stat(this.folder);
    if (uid !== 0) await made.chown(uid, gid);
  }

  private isStale({ mtimeMs }: { mtimeMs: number }): boolean {
    return this.nowMs() - mtimeMs > LATELY_MS;
  }
}
