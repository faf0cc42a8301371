import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  type BlobStore,
  type ByteRange,
  type DownloadAs,
  LATELY_MS,
  type OpenBlob,
  SHA256,
  type StoredBlob,
  type StoreFault,
} from './blob-store.ts';
import { type Bucket, bucketAddress } from './bucket.ts';
import { checkedBytes } from './checked-bytes.ts';
import { type MarkAt, OwnerMark } from './owner-mark.ts';
import { isAbsent, isOwnFault, isThereAlready, isUnknownCondition, storeFault } from './s3-faults.ts';
import { Slots } from './slots.ts';

/** S3's least for a part; what is smaller is put by one request. An upload holds three of them in memory at the most. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const UPLOADS_AT_ONCE = 8;

const CONNECT_MS = 3_000;
const ANSWER_MS = 20_000;
/** A browser that takes no more bytes for so long is gone. */
const IDLE_MS = 60_000;

/** A click starts the download; one that has begun goes on. */
const DOWNLOAD_SECONDS = 60;
/** A listing costs money: a thousand names a minute are more than a million a day. */
const LIST_EVERY_MS = 60_000;
const LISTED_AT_ONCE = 1000;

/** More than a mark has: whatever else lies there is not read whole. */
const MARK_BYTES = 64;

const CHECK_AGAIN_MS = { bad: 10_000, good: 300_000 };

export interface S3Options {
  /** The id of the instance whose files these are. Absent: the bucket is only looked at, or whose it is does not matter. */
  owner?: string;
  nowMs?: () => number;
  /** Tests do not wait a minute between two listings. */
  listEveryMs?: number;
}

/** Blobs in a bucket: `prefix/ab/abcdef...`. Credentials come by the SDK's own chain, and stay in the SDK. */
export class S3Store implements BlobStore {
  readonly place: string;
  private readonly bucket: Bucket;
  private readonly client: S3Client;
  private readonly signer: S3Client | null;
  private readonly nowMs: () => number;
  private readonly listEveryMs: number;
  private readonly slots = new Slots(UPLOADS_AT_ONCE);
  private readonly mark: OwnerMark | null;

  /** Of the last request or check that shows it; null: all is well. */
  private knownFault: string | null = null;
  private checkedMs = Number.NEGATIVE_INFINITY;
  private checking: Promise<void> | null = null;
  private listedMs = Number.NEGATIVE_INFINITY;
  private listedTo: string | undefined;

  constructor(bucket: Bucket, { owner, nowMs = Date.now, listEveryMs = LIST_EVERY_MS }: S3Options = {}) {
    this.bucket = bucket;
    this.place = bucketAddress(bucket);
    this.client = clientFor(bucket.endpoint);
    const { downloads } = bucket;
    if (downloads === 'api') this.signer = null;
    else this.signer = downloads === 'direct' ? this.client : clientFor(downloads.endpoint);
    this.nowMs = nowMs;
    this.listEveryMs = listEveryMs;
    this.mark = owner === undefined ? null : new OwnerMark(owner, this.markAt(), nowMs);
  }

  /** Throws OthersBucket where another instance keeps its files, or StoreAway. */
  async claim(): Promise<void> {
    await this.mark?.claim();
  }

  /** Tries anew when the last trial was a while ago. */
  async freeBytes(): Promise<null> {
    return null;
  }

  async fault(): Promise<StoreFault | null> {
    if (this.nowMs() - this.checkedMs > CHECK_AGAIN_MS[this.knownFault === null ? 'good' : 'bad']) await this.check();
    return this.knownFault === null ? null : { sentence: this.knownFault, stops: true };
  }

  /** What is known without asking anybody. */
  get isAway(): boolean {
    return this.knownFault !== null;
  }

  /**
   * Without a known length, bytes are read up to the end of a part before any is sent. The last request, which makes the blob visible,
   * is not made before the hash was checked.
   */
  async put(sha256: string, bytes: Readable): Promise<void> {
    await this.slots.take(async () => {
      await this.mark?.claimLately().catch((error) => Promise.reject(this.noted(error)));
      const copy = Readable.from(checkedBytes(sha256, bytes));
      try {
        await new Upload({
          client: this.client,
          params: { ...this.object(this.keyOf(sha256)), Body: copy, ContentType: 'application/octet-stream' },
          partSize: PART_BYTES,
          queueSize: PARTS_AT_ONCE,
        }).done();
        this.knownFault = null;
      } catch (error) {
        // The caller's stream broke, or is at fault: S3 is not.
        if (isOwnFault(error) || brokeOff(bytes)) throw error;
        throw this.noted(storeFault(error, 'written'));
      } finally {
        copy.destroy();
      }
    });
  }

  async sizeOf(sha256: string): Promise<number | null> {
    return (await this.head(sha256))?.sizeBytes ?? null;
  }

  async open(sha256: string, range?: ByteRange): Promise<OpenBlob | null> {
    const part = range && { Range: `bytes=${range.from}-${range.to - 1}` };
    const found = await this.unlessAbsent(() =>
      this.client.send(new GetObjectCommand({ ...this.object(this.keyOf(sha256)), ...part })),
    );
    if (!found) return null;
    const { Body, ContentLength = 0, ContentRange } = found;
    const sizeBytes = ContentRange ? Number(ContentRange.split('/')[1]) : ContentLength;
    return { sizeBytes, bytes: Body as Readable };
  }

  async downloadUrl(sha256: string, { fileName, mediaType }: DownloadAs): Promise<string | null> {
    if (!this.signer) return null;
    const command = new GetObjectCommand({
      ...this.object(this.keyOf(sha256)),
      ResponseContentDisposition: `attachment; filename="${fileName}"`,
      ResponseContentType: mediaType,
      ResponseCacheControl: 'private, no-store',
    });
    try {
      return await getSignedUrl(this.signer, command, { expiresIn: DOWNLOAD_SECONDS });
    } catch (error) {
      throw storeFault(error, 'read');
    }
  }

  async removeStale(sha256: string): Promise<void> {
    const kept = await this.head(sha256);
    if (kept && this.isStale(kept.putAt)) await this.remove(sha256);
  }

  async remove(sha256: string): Promise<void> {
    await this.mark?.claimLately();
    await this.asked('written', () => this.delete(this.keyOf(sha256)));
  }

  async countBeside(): Promise<null> {
    return null;
  }

  async bringWaiting(): Promise<[]> {
    return [];
  }

  /** One page of a listing; at its end, own uploads that broke off a day ago are ended. */
  async nextStale(): Promise<string[]> {
    if (this.nowMs() - this.listedMs < this.listEveryMs) return [];
    this.listedMs = this.nowMs();
    await this.claim();
    const stale: string[] = [];
    const { objects, next } = await this.page(this.listedTo);
    this.listedTo = next;
    for (const { key, putAt } of objects) {
      if (!this.isStale(putAt)) continue;
      const name = this.nameOf(key);
      if (name) stale.push(name);
      else if (key.startsWith(this.checks)) await this.asked('written', () => this.delete(key));
    }
    if (next === undefined) await this.abortStale();
    return stale;
  }

  async *list(): AsyncGenerator<StoredBlob> {
    let from: string | undefined;
    do {
      const { objects, next } = await this.page(from);
      for (const { key, sizeBytes } of objects) {
        const sha256 = this.nameOf(key);
        if (sha256) yield { sha256, sizeBytes };
      }
      from = next;
    } while (from !== undefined);
  }

  /** Multipart uploads under way. */
  async openUploads(): Promise<{ key: string; id: string; begunAt: Date }[]> {
    const listed = await this.asked('listed', () =>
      this.client.send(new ListMultipartUploadsCommand({ Bucket: this.bucket.name, Prefix: this.bucket.prefix })),
    );
    return (listed.Uploads ?? []).flatMap(({ Key: key, UploadId: id, Initiated: begunAt = new Date(0) }) =>
      key !== undefined && id !== undefined ? [{ key, id, begunAt }] : [],
    );
  }

  private async abortStale(): Promise<void> {
    for (const { key, id, begunAt } of await this.openUploads()) {
      if (this.nameOf(key) === null || !this.isStale(begunAt)) continue;
      const abort = new AbortMultipartUploadCommand({ ...this.object(key), UploadId: id });
      await this.unlessAbsent(() => this.client.send(abort));
    }
  }

  /** Writes, reads and removes a small object, as the work will, and looks whose the files are. */
  private check(): Promise<void> {
    this.checking ??= this.tryOut()
      .then(
        () => (this.knownFault = null),
        (error: Error) => (this.knownFault = error.message),
      )
      .then(() => {
        this.checkedMs = this.nowMs();
        this.checking = null;
      });
    return this.checking;
  }

  private async tryOut(): Promise<void> {
    const object = this.object(this.checks + randomUUID());
    await this.asked('written', () => this.client.send(new PutObjectCommand({ ...object, Body: 'millionrps' })));
    const { Body } = await this.asked('read', () => this.client.send(new GetObjectCommand(object)));
    await this.asked('read', async () => Body?.transformToString());
    await this.asked('written', () => this.delete(object.Key));
    await this.mark?.look();
  }

  private markAt(): MarkAt {
    const object = this.object(`${this.bucket.prefix}millionrps-owner`);
    return {
      address: `s3://${object.Bucket}/${object.Key}`,
      read: async () => {
        const found = await this.unlessAbsent(() =>
          this.client.send(new GetObjectCommand({ ...object, Range: `bytes=0-${MARK_BYTES - 1}` })),
        );
        return found && this.asked('read', async () => (await found.Body?.transformToString()) ?? '');
      },
      writeFirst: async (mark) => {
        const put = { ...object, Body: mark };
        await this.asked('written', () =>
          this.client.send(new PutObjectCommand({ ...put, IfNoneMatch: '*' })).catch((error) => {
            if (isThereAlready(error)) return;
            if (!isUnknownCondition(error)) throw error;
            return this.client.send(new PutObjectCommand(put));
          }),
        );
      },
    };
  }

  private async page(from: string | undefined) {
    const listed = await this.asked('listed', () =>
      this.client.send(
        new ListObjectsV2Command({
          Bucket: this.bucket.name,
          Prefix: this.bucket.prefix,
          MaxKeys: LISTED_AT_ONCE,
          ContinuationToken: from,
        }),
      ),
    );
    const objects = (listed.Contents ?? []).map(({ Key: key = '', Size: sizeBytes = 0, LastModified: putAt }) => ({
      key,
      sizeBytes,
      putAt,
    }));
    return { objects, next: listed.NextContinuationToken };
  }

  private async head(sha256: string): Promise<{ sizeBytes: number; putAt: Date | undefined } | null> {
    const found = await this.unlessAbsent(() =>
      this.client.send(new HeadObjectCommand(this.object(this.keyOf(sha256)))),
    );
    return found && { sizeBytes: found.ContentLength ?? 0, putAt: found.LastModified };
  }

  private async unlessAbsent<T>(ask: () => Promise<T>): Promise<T | null> {
    return this.asked('read', () => ask().catch((error) => (isAbsent(error) ? null : Promise.reject(error))));
  }

  private async asked<T>(verb: 'written' | 'read' | 'listed', ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw storeFault(error, verb);
    }
  }

  private noted<E extends Error>(error: E): E {
    this.knownFault = error.message;
    this.checkedMs = this.nowMs();
    return error;
  }

  private delete(key: string) {
    return this.client.send(new DeleteObjectCommand(this.object(key)));
  }

  private isStale(putAt: Date | undefined): boolean {
    return putAt !== undefined && this.nowMs() - putAt.getTime() > LATELY_MS;
  }

  private object(key: string) {
    return { Bucket: this.bucket.name, Key: key };
  }

  private get checks(): string {
    return `${this.bucket.prefix}check/`;
  }

  private keyOf(sha256: string): string {
    return `${this.bucket.prefix}${sha256.slice(0, 2)}/${sha256}`;
  }

  /** The blob of a key; null for what others keep in the same bucket. */
  private nameOf(key: string): string | null {
    const name = key.slice(-64);
    return SHA256.test(name) && key === this.keyOf(name) ? name : null;
  }
}

const brokeOff = (bytes: Readable): boolean => bytes.errored !== null || (bytes.destroyed && !bytes.readableEnded);

/** The SDK says each request to its logger, and otherwise warns on the console. Failures are told where they are met. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

// Its version is pinned: that later ones want another Node is no matter of whoever runs this one.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

function clientFor(endpoint: string | null): S3Client {
  return new S3Client({
    logger: SILENT,
    followRegionRedirects: true,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
    },
    ...(endpoint !== null && {
      endpoint,
      forcePathStyle: true,
      region: process.env.AWS_REGION || 'us-east-1',
      // Some that speak S3's protocol refuse the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    }),
  });
}
