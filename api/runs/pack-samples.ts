import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Lab } from '../platform/lab.ts';
import { listUnpacked, readUnpacked, setPacked } from './store/packed-chunks.ts';

/** Frames that an agent spooled come late; packed with the others they need no file of their own. */
const AFTER_END_US = 600_000_000;
/** A run of usual length is one file for each host. Whoever reads one holds so many bytes in memory. */
const PACK_BYTES = 8 * 1024 * 1024;
const HOSTS_AT_ONCE = 4;

/**
 * Moves the bytes of samples of ended runs out of the database, those of a host of a run together: a few hosts in a call; says how many
 * chunks it moved. The file is there before a row refers to it, where every replica reads it: rows are such a place, a folder of one is not.
 */
export async function packSamples(lab: Pick<Lab, 'database' | 'blobs' | 'nowUs'>): Promise<number> {
  const { db } = lab.database;
  let moved = 0;
  for (const host of await listUnpacked(db, lab.nowUs() - AFTER_END_US, HOSTS_AT_ONCE)) {
    const chunks = await readUnpacked(db, host, PACK_BYTES);
    const pack = Buffer.concat(chunks.map(({ data }) => data));
    const sha256 = createHash('sha256').update(pack).digest('hex');
    await lab.blobs.put(sha256, Readable.from([pack]), pack.length, { inPlace: true });
    let offset = 0;
    const placed = chunks.map(({ incarnationId, firstSequence, data: { length: bytes } }) => {
      offset += bytes;
      return { incarnationId, firstSequence, bytes, offset: offset - bytes };
    });
    await lab.database.transaction((tx) => setPacked(tx, sha256, placed));
    moved += placed.length;
  }
  return moved;
}
