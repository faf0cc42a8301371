import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inData } from '../data-folders.mjs';
import type { BlobStore } from './blob-store.ts';
import type { Bucket } from './bucket.ts';
import { DiskStore } from './disk-store.ts';
import { OthersBucket } from './owner-mark.ts';
import { S3BesideDisk } from './s3-beside-disk.ts';
import { type S3Options, S3Store } from './s3-store.ts';

const KEPT = 'blobs';
const WAITING = 'blobs-waiting';

/** The folders and the bucket by themselves, for a move between them. `owner`: whose bucket it has to be. */
export function partsOfBlobs(
  data: string,
  bucket: Bucket | null,
  options: Pick<S3Options, 'owner'> = {},
): { disk: DiskStore[]; bucket: S3Store | null } {
  const disk = ([KEPT, WAITING] as const).map((name) => new DiskStore(inData(data, name)));
  return { disk, bucket: bucket && new S3Store(bucket, options) };
}

/**
 * Where the instance `owner` keeps its files: a folder of its data folder, or a bucket. Throws OthersBucket where that is another
 * instance's. While S3 does not answer, nobody waits for it: before the first file is written or removed there it is asked again.
 */
export async function openBlobs(data: string, bucket: Bucket | null, owner: string): Promise<BlobStore> {
  const kept = new DiskStore(inData(data, KEPT));
  if (!bucket) {
    adoptWaiting(data);
    return kept;
  }
  const s3 = new S3Store(bucket, { owner });
  const claimed = s3.claim().catch((error) => (error instanceof OthersBucket ? Promise.reject(error) : undefined));
  await Promise.race([claimed, setTimeout(CLAIM_MS, undefined, { ref: false })]);
  // What comes later is told by the store's fault.
  claimed.catch(() => {});
  return new S3BesideDisk(s3, kept, new DiskStore(inData(data, WAITING)));
}

const CLAIM_MS = 5_000;

/** What waited for a bucket that is no longer asked for. */
function adoptWaiting(data: string): void {
  const waiting = inData(data, WAITING);
  for (const folder of foldersOf(waiting)) {
    mkdirSync(path.join(inData(data, KEPT), folder), { recursive: true });
    for (const name of readdirSync(path.join(waiting, folder))) {
      renameSync(path.join(waiting, folder, name), path.join(inData(data, KEPT), folder, name));
    }
  }
}

function foldersOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
