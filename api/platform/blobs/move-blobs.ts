import { BlobMismatch, type BlobStore, type StoredBlob } from './blob-store.ts';

export interface Moved {
  files: number;
  bytes: number;
  /** Whose bytes are not what their name says: they stay where they are. */
  damaged: string[];
}

const AT_ONCE = 8;

/**
 * Brings every file of one store to another. A file leaves its place once its copy is there, with the bytes that its name says; so whatever
 * ends this, calling it again goes on. `moved` has at any time what was done.
 */
export async function moveBlobs(from: BlobStore, to: BlobStore, moved: Moved, stopping: AbortSignal): Promise<void> {
  const listed = from.list()[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    while (!stopping.aborted && failures.length === 0) {
      const { value, done } = await listed.next();
      if (done) return;
      await moveOne(from, to, value, moved);
    }
  };
  // Those under way end before this does.
  await Promise.all(Array.from({ length: AT_ONCE }, () => lane().catch((error) => failures.push(error))));
  if (failures.length > 0) throw failures[0];
}

async function moveOne(from: BlobStore, to: BlobStore, blob: StoredBlob, moved: Moved): Promise<void> {
  const { sha256, sizeBytes } = blob;
  try {
    // Both make visible only what has its hash: a copy of this size is whole.
    if ((await to.sizeOf(sha256)) !== sizeBytes) {
      const found = await from.open(sha256);
      if (!found) return;
      await to.put(sha256, found.bytes, sizeBytes);
      if ((await to.sizeOf(sha256)) !== sizeBytes)
        throw new Error(`${to.place} does not have ${sha256} after it took it`);
    }
    await from.remove(sha256);
  } catch (error) {
    if (!(error instanceof BlobMismatch)) throw error;
    moved.damaged.push(sha256);
    return;
  }
  moved.files += 1;
  moved.bytes += sizeBytes;
}

/** How many files a store has, and of how many bytes. */
export async function countBlobs(store: BlobStore): Promise<{ files: number; bytes: number }> {
  const count = { files: 0, bytes: 0 };
  for await (const { sizeBytes } of store.list()) {
    count.files += 1;
    count.bytes += sizeBytes;
  }
  return count;
}
