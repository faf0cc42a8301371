import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAwsEmulator } from '../../../scripts/test/aws-emulator.mjs';
import { bytesIn, putBytes } from '../../testing/blob-store-suite.ts';
import { type BlobStore, StoreAway } from './blob-store.ts';
import { readBucket } from './bucket.ts';
import { DiskStore } from './disk-store.ts';
import { openBlobs } from './open-blobs.ts';
import { S3BesideDisk } from './s3-beside-disk.ts';
import { S3Store } from './s3-store.ts';

let emulator: Awaited<ReturnType<typeof startAwsEmulator>>;
let s3: S3Client;
let data: string;
let skippedMs: number;

const Bucket = 'lab';
const bucket = readBucket({ MILLIONRPS_BLOBS: 's3://lab' });
const makeBucket = () => s3.send(new CreateBucketCommand({ Bucket }));

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
    const old = await putBytes(openBlobs(data, null), Buffer.from('of before'));
    const store = openBlobs(data, bucket);
    expect((await bytesIn(store, old))?.bytes.toString()).toBe('of before');
    expect(await store.downloadUrl(old, { fileName: 'a', mediaType: 'text/plain' })).toBeNull();
    const next = await putBytes(store, Buffer.from('of now'));
    expect(await store.downloadUrl(next, { fileName: 'a', mediaType: 'text/plain' })).toContain(next);
    await store.remove(next);
    await s3.send(new DeleteBucketCommand({ Bucket }));
  });

  it('that is gone and comes back: nothing is lost, and what waited lies in the bucket', async () => {
    const { store, waiting, inS3 } = open();
    const bytes = randomBytes(6 * 1024 * 1024);
    await expect(putBytes(store, bytes)).rejects.toThrow(StoreAway);
    // As an agent does, it is sent again.
    const sha256 = await putBytes(store, bytes);
    expect(await waiting.sizeOf(sha256)).toBe(bytes.length);
    expect((await bytesIn(store, sha256))?.bytes.equals(bytes)).toBe(true);
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
    expect(await store.fault()).toBeNull();
    const later = await putBytes(store, Buffer.from('later'));
    expect([await waiting.sizeOf(later), await inS3.sizeOf(later)]).toEqual([null, 5]);
  });
});

describe('the data folder alone', () => {
  it('takes over what waited for a bucket', async () => {
    const waited = await putBytes(new DiskStore(path.join(data, 'blobs-waiting')), Buffer.from('waited'));
    expect((await bytesIn(openBlobs(data, null), waited))?.bytes.toString()).toBe('waited');
    expect(await new DiskStore(path.join(data, 'blobs-waiting')).sizeOf(waited)).toBeNull();
  });
});
