import type { Readable } from 'node:stream';
import {
  BlobMismatch,
  type BlobStore,
  type ByteRange,
  type DownloadAs,
  type OpenBlob,
  StoreAway,
  type StoredBlob,
  type StoreFault,
  type Unbrought,
} from './blob-store.ts';
import type { DiskStore } from './disk-store.ts';
import type { S3Store } from './s3-store.ts';

/**
 * A bucket, with two folders of this machine beside it. `kept` has what was stored before there was a bucket, and is only read. `waiting`
 * takes what comes while S3 refuses, so that nothing is lost, until S3 takes it.
 */
export class S3BesideDisk implements BlobStore {
  readonly place: string;
  private readonly s3: S3Store;
  private readonly kept: DiskStore;
  private readonly waiting: DiskStore;
  /** Files that waited, could not be brought, and were told of. */
  private readonly told = new Set<string>();

  constructor(s3: S3Store, kept: DiskStore, waiting: DiskStore) {
    this.place = s3.place;
    this.s3 = s3;
    this.kept = kept;
    this.waiting = waiting;
  }

  /** A stream can be read once: what S3 refuses first is sent again by whoever sent it, and then kept here. */
  async put(sha256: string, bytes: Readable, sizeBytes: number, { inPlace } = { inPlace: false }): Promise<void> {
    if (inPlace || !this.s3.isAway) return this.s3.put(sha256, bytes);
    // Nobody who sends bytes waits until S3 was asked again.
    void this.s3.fault();
    return this.waiting.put(sha256, bytes, sizeBytes);
  }

  async sizeOf(sha256: string): Promise<number | null> {
    return this.first((store) => store.sizeOf(sha256));
  }

  async open(sha256: string, range?: ByteRange): Promise<OpenBlob | null> {
    return this.first((store) => store.open(sha256, range));
  }

  async downloadUrl(sha256: string, as: DownloadAs): Promise<string | null> {
    const local = (await this.waiting.sizeOf(sha256)) ?? (await this.kept.sizeOf(sha256));
    return local === null ? this.s3.downloadUrl(sha256, as) : null;
  }

  async nextStale(): Promise<string[]> {
    return [...(await this.kept.nextStale()), ...(await this.waiting.nextStale()), ...(await this.s3.nextStale())];
  }

  async removeStale(sha256: string): Promise<void> {
    for (const store of this.all) await store.removeStale(sha256);
  }

  async remove(sha256: string): Promise<void> {
    for (const store of this.all) await store.remove(sha256);
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (const store of this.all) yield* store.list();
  }

  async fault(): Promise<StoreFault | null> {
    const fault = await this.s3.fault();
    if (fault === null) return null;
    const room = await this.waiting.fault();
    if (room) return { sentence: `${fault.sentence} ${room.sentence}`, stops: true };
    return { sentence: `${fault.sentence} New files wait in the data folder.`, stops: false };
  }

  async countBeside(most: number): Promise<number> {
    const waiting = await this.waiting.count(most);
    return waiting + (await this.kept.count(most - waiting));
  }

  freeBytes(): Promise<number | null> {
    return this.waiting.freeBytes();
  }

  async bringWaiting(): Promise<Unbrought[]> {
    if ((await this.s3.fault()) !== null) return [];
    const failed: Unbrought[] = [];
    let left = BROUGHT_AT_ONCE;
    for await (const { sha256 } of this.waiting.list()) {
      const error = await this.bringOne(sha256);
      if (error === null) left -= 1;
      else if (!this.told.has(sha256)) failed.push({ sha256, error });
      if (error !== null) this.told.add(sha256);
      if (left === 0) break;
    }
    return failed;
  }

  /** Answers what is wrong with this file; throws when S3 is away, because then no other can be brought. */
  private async bringOne(sha256: string): Promise<unknown> {
    try {
      const found = await this.waiting.open(sha256);
      if (found) await this.s3.put(sha256, found.bytes);
      await this.waiting.remove(sha256);
      return null;
    } catch (error) {
      if (error instanceof StoreAway) throw error;
      if (error instanceof BlobMismatch) await this.waiting.setAside(sha256);
      return error;
    }
  }

  /** What lies on this machine is found without a request. */
  private async first<T>(ask: (store: BlobStore) => Promise<T | null>): Promise<T | null> {
    for (const store of this.all) {
      const found = await ask(store);
      if (found !== null) return found;
    }
    return null;
  }

  private get all(): BlobStore[] {
    return [this.waiting, this.kept, this.s3];
  }
}

const BROUGHT_AT_ONCE = 50;
