import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { BlobStore } from './blob-store.ts';
import type { Bucket } from './bucket.ts';
import { DiskStore } from './disk-store.ts';
import { S3BesideDisk } from './s3-beside-disk.ts';
import { S3Store } from './s3-store.ts';

/** Folders of the data folder. */
const KEPT = 'blobs';
const WAITING = 'blobs-waiting';

/** The folders and the bucket by themselves, for a move between them. */
export function partsOfBlobs(data: string, bucket: Bucket | null): { disk: DiskStore[]; bucket: S3Store | null } {
  const disk = [KEPT, WAITING].map((name) => new DiskStore(path.join(data, name)));
  return { disk, bucket: bucket && new S3Store(bucket) };
}

/** Where an instance keeps its files: a folder of its data folder, or a bucket. */
export function openBlobs(data: string, bucket: Bucket | null): BlobStore {
  const kept = new DiskStore(path.join(data, KEPT));
  if (bucket) return new S3BesideDisk(new S3Store(bucket), kept, new DiskStore(path.join(data, WAITING)));
  adoptWaiting(data);
  return kept;
}

/** What waited for a bucket that is no longer asked for. */
function adoptWaiting(data: string): void {
  const waiting = path.join(data, WAITING);
  for (const folder of foldersOf(waiting)) {
    mkdirSync(path.join(data, KEPT, folder), { recursive: true });
    for (const name of readdirSync(path.join(waiting, folder))) {
      renameSync(path.join(waiting, folder, name), path.join(data, KEPT, folder, name));
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
