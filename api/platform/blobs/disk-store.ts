import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
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
    return stat(this.fileOf(sha256)).then(
      ({ size }) => size,
      () => null,
    );
  }

  async open(sha256: string, range?: ByteRange): Promise<OpenBlob | null> {
    const sizeBytes = await this.sizeOf(sha256);
    if (sizeBytes === null) return null;
    const part = range && { start: range.from, end: range.to - 1 };
    return { sizeBytes, bytes: createReadStream(this.fileOf(sha256), part) };
  }

  async downloadUrl(): Promise<null> {
    return null;
  }

  async removeStale(sha256: string): Promise<void> {
    const kept = await stat(this.fileOf(sha256)).catch(() => null);
    if (kept && this.isStale(kept)) await this.remove(sha256);
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.fileOf(sha256), { force: true });
  }

  /** Keeps bytes that are not what their name says where nobody takes them for it. */
  async setAside(sha256: string): Promise<void> {
    const aside = path.join(this.folder, DAMAGED);
    await mkdir(aside, { recursive: true });
    await rename(this.fileOf(sha256), path.join(aside, sha256));
  }

  async bringWaiting(): Promise<[]> {
    return [];
  }

  /** Those of one sub-folder. */
  async nextStale(): Promise<string[]> {
    this.lookedAt = (this.lookedAt + 1) % SUB_FOLDERS;
    const folder = path.join(this.folder, subFolder(this.lookedAt));
    const stale: string[] = [];
    for (const name of await readdir(folder).catch(() => [])) {
      const kept = await stat(path.join(folder, name)).catch(() => null);
      if (!kept || !this.isStale(kept)) continue;
      if (SHA256.test(name)) stale.push(name);
      else await rm(path.join(folder, name), { force: true });
    }
    return stale;
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (let index = 0; index < SUB_FOLDERS; index++) {
      for (const name of await readdir(path.join(this.folder, subFolder(index))).catch(() => [])) {
        const sizeBytes = SHA256.test(name) ? await this.sizeOf(name) : null;
        if (sizeBytes !== null) yield { sha256: name, sizeBytes };
      }
    }
  }

  private async write(sha256: string, bytes: Readable): Promise<void> {
    const file = this.fileOf(sha256);
    await mkdir(path.dirname(file), { recursive: true });
    const partial = `${file}.${randomUUID()}.partial`;
    try {
      await pipeline(checkedBytes(sha256, bytes), createWriteStream(partial, { mode: 0o600, flush: true }));
      await rename(partial, file);
    } finally {
      await rm(partial, { force: true });
    }
  }

  private isStale({ mtimeMs }: { mtimeMs: number }): boolean {
    return this.nowMs() - mtimeMs > LATELY_MS;
  }

  private fileOf(sha256: string): string {
    return path.join(this.folder, sha256.slice(0, 2), sha256);
  }
}
