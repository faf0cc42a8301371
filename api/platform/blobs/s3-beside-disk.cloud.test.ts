import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { CreateBucketCommand, DeleteBucketCommand, DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAwsEmulator } from '../../../scripts/test/aws-emulator.mjs';
import { bytesIn, putBytes, sha256Of } from '../../testing/blob-store-suite.ts';
import { BlobMismatch, type BlobStore, StoreAway } from './blob-store.ts';
import { type Bucket, readBucket } from './bucket.ts';
import { DiskStore } from './disk-store.ts';
import { openBlobs } from './open-blobs.ts';
import { OthersBucket } from './owner-mark.ts';
import { S3BesideDisk } from './s3-beside-disk.ts';
import { S3Store } from './s3-store.ts';

let emulator: Awaited<ReturnType<typeof startAwsEmulator>>;
let s3: S3Client;
let data: string;
let skippedMs: number;

const BUCKET = 'lab';
const OWNER = randomUUID();
const bucket = readBucket({ MILLIONRPS_BLOBS: 's3://lab' });
const makeBucket = () => s3.send(new CreateBucketCommand({ Bucket: BUCKET }));

beforeAll(async () => {
  emulator = await startAwsEmulator();
  for (const [name, value] of Object.entries(emulator.env)) vi.stubEnv(name, value);
  s3 = new S3Client({ endpoint: emulator.url, forcePathStyle: true });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await emulator.stop();
});
beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'millionrps-beside-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  skippedMs = 0;
});

function open(): { store: BlobStore; kept: DiskStore; waiting: DiskStore; inS3: S3Store } {
  if (!bucket) throw new Error('no bucket');
  const inS3 = new S3Store(bucket, { nowMs: () => Date.now() + skippedMs });
  const [kept, waiting] = [new DiskStore(path.join(data, 'blobs')), new DiskStore(path.join(data, 'blobs-waiting'))];
  return { store: new S3BesideDisk(inS3, kept, waiting), kept, waiting, inS3 };
}

describe('a bucket with folders beside it', () => {
  it('reads what was stored on the disk before', async () => {
    await makeBucket();
    const old = await putBytes(await openBlobs(data, null, OWNER), Buffer.from('of before'));
    const store = await openBlobs(data, bucket, OWNER);
    expect((await bytesIn(store, old))?.bytes.toString()).toBe('of before');
    expect(await store.downloadUrl(old, { fileName: 'a', mediaType: 'text/plain' })).toBeNull();
    const next = await putBytes(store, Buffer.from('of now'));
    expect(await store.countBeside(10)).toBe(1);
    expect(await store.downloadUrl(next, { fileName: 'a', mediaType: 'text/plain' })).toContain(next);
    await store.remove(next);
    await expect(openBlobs(data, bucket, randomUUID())).rejects.toThrow(OthersBucket);
    await s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'millionrps-owner' }));
    await s3.send(new DeleteBucketCommand({ Bucket: BUCKET }));
  });

  it('that is gone and comes back: nothing is lost, and what waited lies in the bucket', async () => {
    const { store, waiting, inS3 } = open();
    const bytes = randomBytes(6 * 1024 * 1024);
    await expect(putBytes(store, bytes)).rejects.toThrow(StoreAway);
    // As an agent does, it is sent again.
    const sha256 = await putBytes(store, bytes);
    expect(await waiting.sizeOf(sha256)).toBe(bytes.length);
    expect((await bytesIn(store, sha256))?.bytes.equals(bytes)).toBe(true);
    expect(await store.countBeside(10)).toBe(1);
    expect(await store.fault()).toEqual({
      sentence:
        'The S3 bucket of MILLIONRPS_BLOBS cannot be written: there is no such bucket. New files wait in the data folder.',
      stops: false,
    });
    await store.bringWaiting();
    expect(await waiting.sizeOf(sha256)).toBe(bytes.length);

    await makeBucket();
    skippedMs += 11_000;
    await store.bringWaiting();
    expect([await waiting.sizeOf(sha256), await inS3.sizeOf(sha256)]).toEqual([null, bytes.length]);
    expect(await store.countBeside(10)).toBe(0);
    expect(await store.fault()).toBeNull();
    const later = await putBytes(store, Buffer.from('later'));
    expect([await waiting.sizeOf(later), await inS3.sizeOf(later)]).toEqual([null, 5]);
  });

  it('brings what waits although one of the files is damaged: that is set aside, and told once', async () => {
    await makeBucket().catch(() => {});
    const { store, waiting, inS3 } = open();
    const damaged = '0'.repeat(64);
    mkdirSync(path.join(data, 'blobs-waiting/00'), { recursive: true });
    writeFileSync(path.join(data, 'blobs-waiting/00', damaged), 'not what it says');
    const whole = await putBytes(waiting, Buffer.from('whole'));
    expect(await store.bringWaiting()).toEqual([{ sha256: damaged, error: expect.any(BlobMismatch) }]);
    expect([await waiting.sizeOf(whole), await inS3.sizeOf(whole)]).toEqual([null, 5]);
    expect([await store.sizeOf(damaged), await inS3.sizeOf(damaged)]).toEqual([null, null]);
    expect(readFileSync(path.join(data, 'blobs-waiting/damaged', damaged), 'utf8')).toBe('not what it says');
    expect(await store.bringWaiting()).toEqual([]);
  });

  it('takes what must lie where every replica reads it, or refuses it', async () => {
    const inS3 = new S3Store({ ...(bucket as Bucket), name: 'nowhere' });
    const waiting = new DiskStore(path.join(data, 'blobs-waiting'));
    const store = new S3BesideDisk(inS3, new DiskStore(path.join(data, 'blobs')), waiting);
    await store.fault();
    const bytes = Buffer.from('samples');
    const put = store.put(sha256Of(bytes), Readable.from([bytes]), bytes.length, { inPlace: true });
    await expect(put).rejects.toThrow(StoreAway);
    expect(await waiting.sizeOf(sha256Of(bytes))).toBeNull();
  });
});

describe('the data folder alone', () => {
  it('takes over what waited for a bucket', async () => {
    const waited = await putBytes(new DiskStore(path.join(data, 'blobs-waiting')), Buffer.from('waited'));
    expect((await bytesIn(await openBlobs(data, null, OWNER), waited))?.bytes.toString()).toBe('waited');
    expect(await new DiskStore(path.join(data, 'blobs-waiting')).sizeOf(waited)).toBeNull();
  });
});
