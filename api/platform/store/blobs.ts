import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export class BlobMismatch extends Error {}
export class BlobTooLarge extends Error {}
export class NoRoom extends Error {}

/** The database and the log are on the same disk as a rule, and neither can go on without room. */
export const FREE_BYTES_LEAST = 128 * 1024 * 1024;

/** More than any tool's output; a credential that leaked is not to fill the disk in one request. */
export const MAX_BLOB_BYTES = 256 * 1024 * 1024;

/** An agent uploads bytes moments before the report that refers to them. */
const LATELY_MS = 86_400_000;

const SUB_FOLDERS = 256;
const SHA256 = /^[0-9a-f]{64}$/;

const isNoSpace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Bytes named by their SHA-256, in a folder: `ab/abcdef...`. */
export class BlobStore {
  private readonly folder: string;

  /** Bytes that uploads under way still bring. */
  private awaitedBytes = 0;
  /** The sub-folder that nextStale looks at. */
  private lookedAt = Math.floor(Math.random() * SUB_FOLDERS);

  constructor(folder: string) {
    this.folder = folder;
  }

  /** That anybody may write; uploads under way are not counted. */
  async freeBytes(): Promise<number> {
    await mkdir(this.folder, { recursive: true });
    const { bavail, bsize } = await statfs(this.folder);
    return bavail * bsize;
  }

  /**
   * Keeps the bytes; throws BlobMismatch, and keeps nothing, when they are not what their name says, and NoRoom when they would
   * leave too little for everything else.
   */
  async put(sha256: string, bytes: Readable, sizeBytes: number): Promise<void> {
    this.awaitedBytes += sizeBytes;
    try {
      const left = (await this.freeBytes()) - this.awaitedBytes;
      if (left < FREE_BYTES_LEAST) throw new NoRoom(`${sizeBytes} bytes more would leave ${left}`);
      await this.write(sha256, bytes);
    } catch (error) {
      throw isNoSpace(error) ? new NoRoom('the disk is full') : error;
    } finally {
      this.awaitedBytes -= sizeBytes;
    }
  }

  private async write(sha256: string, bytes: Readable): Promise<void> {
    const file = this.fileOf(sha256);
    await mkdir(path.dirname(file), { recursive: true });
    const partial = `${file}.${randomUUID()}.partial`;
    const hash = createHash('sha256');
    let bytesRead = 0;
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytesRead += chunk.length;
        if (bytesRead > MAX_BLOB_BYTES) done(new BlobTooLarge(`more than ${MAX_BLOB_BYTES} bytes`));
        else done(null, chunk);
      },
    });
    try {
      await pipeline(bytes, hashing, createWriteStream(partial, { mode: 0o600, flush: true }));
      if (hash.digest('hex') !== sha256) throw new BlobMismatch(`the bytes do not have the hash ${sha256}`);
      await rename(partial, file);
    } finally {
      await rm(partial, { force: true });
    }
  }

  async has(sha256: string): Promise<boolean> {
    return access(this.fileOf(sha256)).then(
      () => true,
      () => false,
    );
  }

  /** Null: it is not here. */
  async sizeOf(sha256: string): Promise<number | null> {
    return stat(this.fileOf(sha256)).then(
      ({ size }) => size,
      () => null,
    );
  }

  read(sha256: string): Readable {
    return createReadStream(this.fileOf(sha256));
  }

  /** Removes the bytes unless they were stored recently, because a reference to them may follow. */
  async removeStale(sha256: string): Promise<void> {
    const file = this.fileOf(sha256);
    const kept = await stat(file).catch(() => null);
    if (kept && Date.now() - kept.mtimeMs > LATELY_MS) await rm(file, { force: true });
  }

  /**
   * The names of blobs in the next sub-folder that were not put lately: a few at a time, so that all are seen within minutes. What an
   * upload left that broke off is taken away on the way.
   */
  async nextStale(): Promise<string[]> {
    this.lookedAt = (this.lookedAt + 1) % SUB_FOLDERS;
    const folder = path.join(this.folder, this.lookedAt.toString(16).padStart(2, '0'));
    const stale: string[] = [];
    for (const name of await readdir(folder).catch(() => [])) {
      const kept = await stat(path.join(folder, name)).catch(() => null);
      if (!kept || Date.now() - kept.mtimeMs <= LATELY_MS) continue;
      if (SHA256.test(name)) stale.push(name);
      else await rm(path.join(folder, name), { force: true });
    }
    return stale;
  }

  private fileOf(sha256: string): string {
    return path.join(this.folder, sha256.slice(0, 2), sha256);
  }
}
