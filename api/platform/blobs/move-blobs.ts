import { BlobMismatch, type BlobStore, type StoredBlob } from './blob-store.ts';

export interface Moved {
  files: number;
  bytes: number;
  /** Whose bytes are not what their name says: they stay where they are. */
  damaged: string[];
}

const AT_ONCE = 8;

type Handle = (from: BlobStore, to: BlobStore, blob: StoredBlob) => Promise<boolean>;

/**
 * Brings every file of one store to another. A file leaves its place once its copy is there, with the bytes that its name says; so whatever
 * ends this, calling it again goes on. `moved` has at any time what was done.
 */
export function moveBlobs(from: BlobStore, to: BlobStore, moved: Moved, stopping: AbortSignal): Promise<void> {
  return each(from, to, moved, stopping, async (...move) => {
    const isCopied = await copyOne(...move);
    if (isCopied) await from.remove(move[2].sha256);
    return isCopied;
  });
}

/** The same, but each file also stays where it is. */
export function copyBlobs(from: BlobStore, to: BlobStore, copied: Moved, stopping: AbortSignal): Promise<void> {
  return each(from, to, copied, stopping, copyOne);
}

async function each(from: BlobStore, to: BlobStore, done: Moved, stopping: AbortSignal, handle: Handle): Promise<void> {
  const listed = from.list()[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    while (!stopping.aborted && failures.length === 0) {
      const { value, done: isOver } = await listed.next();
      if (isOver) return;
      await count(value, done, () => handle(from, to, value));
    }
  };
  // Those under way end before this does.
  await Promise.all(Array.from({ length: AT_ONCE }, () => lane().catch((error) => failures.push(error))));
  if (failures.length > 0) throw failures[0];
}

async function count({ sha256, sizeBytes }: StoredBlob, done: Moved, handle: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await handle())) return;
  } catch (error) {
    if (!(error instanceof BlobMismatch)) throw error;
    done.damaged.push(sha256);
    return;
  }
  done.files += 1;
  done.bytes += sizeBytes;
}

/** False: it is gone from where it was listed. */
async function copyOne(from: BlobStore, to: BlobStore, { sha256, sizeBytes }: StoredBlob): Promise<boolean> {
  // Both make visible only what has its hash: a copy of this size is whole.
  if ((await to.sizeOf(sha256)) === sizeBytes) return true;
  const found = await from.open(sha256);
  if (!found) return false;
  await to.put(sha256, found.bytes, sizeBytes);
  if ((await to.sizeOf(sha256)) !== sizeBytes) throw new Error(`${to.place} does not have ${sha256} after it took it`);
  return true;
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
