import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export class BlobMismatch extends Error {}
export class BlobTooLarge extends Error {}

/** More than any tool's output; a credential that leaked is not to fill the disk in one request. */
const MAX_BLOB_BYTES = 256 * 1024 * 1024;

/** An agent uploads bytes moments before the report that refers to them. */
const LATELY_MS = 86_400_000;

/** Bytes named by their SHA-256, in a folder: `ab/abcdef...`. */
export class BlobStore {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Keeps the bytes; throws BlobMismatch, and keeps nothing, when they are not what their name says. */
  async put(sha256: string, bytes: Readable): Promise<void> {
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

  read(sha256: string): Readable {
    return createReadStream(this.fileOf(sha256));
  }

  /**
   * Takes the bytes away unless they were put lately: whoever put them again may be about to refer to them.
   */
  async removeStale(sha256: string): Promise<void> {
    const file = this.fileOf(sha256);
    const kept = await stat(file).catch(() => null);
    if (kept && Date.now() - kept.mtimeMs > LATELY_MS) await rm(file, { force: true });
  }

  private fileOf(sha256: string): string {
    return path.join(this.folder, sha256.slice(0, 2), sha256);
  }
}
