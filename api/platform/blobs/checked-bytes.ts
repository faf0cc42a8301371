import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  BlobDamaged,
  BlobMismatch,
  type BlobStore,
  BlobTooLarge,
  type ByteRange,
  MAX_BLOB_BYTES,
  type OpenBlob,
} from './blob-store.ts';

/**
 * The bytes as they come. At their end it throws BlobMismatch when they are not what their name says: whoever makes them visible does so
 * after that. After a failure the rest is read and dropped: the stream of a request is its connection, on which the answer is still to come.
 */
export async function* checkedBytes(sha256: string, bytes: Readable): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytesRead = 0;
  try {
    for await (const part of bytes.iterator({ destroyOnReturn: false })) {
      const chunk = Buffer.from(part);
      bytesRead += chunk.length;
      if (bytesRead > MAX_BLOB_BYTES) throw new BlobTooLarge(`more than ${MAX_BLOB_BYTES} bytes`);
      hash.update(chunk);
      yield chunk;
    }
  } finally {
    bytes.resume();
  }
  if (hash.digest('hex') !== sha256) throw new BlobMismatch(`the bytes do not have the hash ${sha256}`);
}

/** A part of a blob, or null where there is none of that name. The whole of it is held against its hash; a part against its length. */
export async function readPart(store: BlobStore, sha256: string, part: ByteRange): Promise<Buffer | null> {
  const found = await store.open(sha256, part);
  if (!found) return null;
  if (part.from === 0 && part.to === found.sizeBytes) return wholeBlob(sha256, found);
  const bytes = await buffer(found.bytes);
  if (bytes.length !== part.to - part.from)
    throw new BlobDamaged('A stored file is damaged: it is shorter than it was.');
  return bytes;
}

/** All bytes of a blob that was opened; throws BlobDamaged when they are no longer what their name says. */
export async function wholeBlob(sha256: string, { bytes }: OpenBlob): Promise<Buffer> {
  try {
    return await buffer(checkedBytes(sha256, bytes));
  } catch (error) {
    if (error instanceof BlobMismatch)
      throw new BlobDamaged('A stored file is damaged: its bytes do not have its hash.');
    throw error;
  } finally {
    bytes.destroy();
  }
}
