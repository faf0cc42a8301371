import type { BlobStore, ByteRange } from '../../platform/blobs/blob-store.ts';
import { BlobDamaged } from '../../platform/blobs/blob-store.ts';
import { readPart } from '../../platform/blobs/checked-bytes.ts';
import type { Db } from '../../platform/store/db.ts';

export interface ChunkKey {
  incarnationId: string;
  firstSequence: bigint;
}

/** Where the bytes of a chunk are: in its row where there is no pack, else at this place of that file. */
export interface ChunkPlace extends ChunkKey {
  packSha256: string | null;
  packOffset: number | null;
  packBytes: number | null;
}

interface PackedPart extends ByteRange {
  sha256: string;
}

/** Parts of packs that are held at once: frames that came late lie in another pack than those around them. */
const HELD_PARTS = 4;

/** Bytes of chunks that are read in order. Of each pack what is wanted of it is read once, by one request. */
export class ChunkBytes {
  private readonly source: { db: Db; blobs: BlobStore };
  private readonly wanted = new Map<string, PackedPart>();
  private readonly held = new Map<string, Buffer>();

  constructor(source: { db: Db; blobs: BlobStore }, chunks: ChunkPlace[]) {
    this.source = source;
    for (const chunk of chunks) {
      const part = partOf(chunk);
      if (!part) continue;
      const { from, to } = this.wanted.get(part.sha256) ?? part;
      this.wanted.set(part.sha256, { ...part, from: Math.min(from, part.from), to: Math.max(to, part.to) });
    }
  }

  async of(chunk: ChunkPlace): Promise<Uint8Array> {
    const part = partOf(chunk);
    if (part) {
      const whole = this.wanted.get(part.sha256) ?? part;
      return (await this.read(whole)).subarray(part.from - whole.from, part.to - whole.from);
    }
    const { incarnationId, firstSequence } = chunk;
    const row = await this.source.db.sampleChunk.findUniqueOrThrow({
      where: { incarnationId_firstSequence: { incarnationId, firstSequence } },
    });
    if (row.data) return row.data;
    // It was packed after the list of chunks was read.
    const packed = partOf(row);
    if (!packed) throw new Error(`chunk ${incarnationId} ${firstSequence} has no bytes`);
    return this.read(packed);
  }

  private async read(part: PackedPart): Promise<Buffer> {
    const name = `${part.sha256} ${part.from}`;
    const known = this.held.get(name);
    if (known) return known;
    const bytes = await readPart(this.source.blobs, part.sha256, part);
    if (!bytes) throw new BlobDamaged('The samples of this run are gone from where this instance keeps its files.');
    const [oldest] = this.held.keys();
    if (this.held.size >= HELD_PARTS && oldest !== undefined) this.held.delete(oldest);
    this.held.set(name, bytes);
    return bytes;
  }
}

function partOf({ packSha256, packOffset, packBytes }: Omit<ChunkPlace, keyof ChunkKey>): PackedPart | null {
  if (packSha256 === null || packOffset === null || packBytes === null) return null;
  return { sha256: packSha256, from: packOffset, to: packOffset + packBytes };
}

/** Hosts of runs that ended before, with chunks whose bytes are still in their rows: a few. */
export async function listUnpacked(
  db: Db,
  endedBeforeUs: number,
  limit: number,
): Promise<{ runId: string; hostId: string }[]> {
  return db.$queryRaw`
    SELECT DISTINCT c."runId", c."hostId" FROM "SampleChunk" c JOIN "Run" r ON r."id" = c."runId"
    WHERE c."packSha256" IS NULL AND r."endedAtUs" < ${endedBeforeUs} LIMIT ${limit}`;
}

/** Chunks whose bytes are in their rows, in order of time, as far as all together have so many bytes; the first in any case. */
export async function readUnpacked(
  db: Db,
  { runId, hostId }: { runId: string; hostId: string },
  bytesMost: number,
): Promise<(ChunkKey & { data: Uint8Array })[]> {
  const rows = await db.$queryRaw<(ChunkKey & { data: Uint8Array })[]>`
    SELECT "incarnationId", "firstSequence", "data" FROM (
      SELECT *, sum(length("data")) OVER (ORDER BY "firstTimeUs", "incarnationId", "firstSequence") AS "upTo"
      FROM "SampleChunk" WHERE "runId" = ${runId}::uuid AND "hostId" = ${hostId}::uuid AND "packSha256" IS NULL
    ) c
    WHERE "upTo" <= ${bytesMost} OR "upTo" = length("data")
    ORDER BY "firstTimeUs", "incarnationId", "firstSequence"`;
  return rows;
}

/** From now on the bytes of these chunks are where the pack has them. Another process may have done so first, in the same way. */
export async function setPacked(
  db: Db,
  packSha256: string,
  chunks: (ChunkKey & { offset: number; bytes: number })[],
): Promise<void> {
  for (const { incarnationId, firstSequence, offset, bytes } of chunks) {
    await db.sampleChunk.updateMany({
      where: { incarnationId, firstSequence, packSha256: null },
      data: { packSha256, packOffset: offset, packBytes: bytes, data: null },
    });
  }
}

/** Those of these files that are packs of samples. */
export async function listPacks(db: Db, sha256s: string[]): Promise<string[]> {
  const rows = await db.sampleChunk.findMany({
    where: { packSha256: { in: sha256s } },
    select: { packSha256: true },
    distinct: ['packSha256'],
  });
  return rows.flatMap(({ packSha256 }) => packSha256 ?? []);
}

/** The packs of a run. */
export async function listPacksOf(db: Db, runId: string): Promise<string[]> {
  const rows = await db.sampleChunk.findMany({
    where: { runId, packSha256: { not: null } },
    select: { packSha256: true },
    distinct: ['packSha256'],
  });
  return rows.flatMap(({ packSha256 }) => packSha256 ?? []);
}

/** Where samples lie: how many chunks and bytes in rows, and in packs. */
export async function countChunks(db: Db): Promise<Record<'inRows' | 'inPacks', { chunks: number; bytes: number }>> {
  const [row] = await db.$queryRaw<Record<'rows' | 'rowBytes' | 'packed' | 'packedBytes', bigint>[]>`
    SELECT count("data") AS "rows", coalesce(sum(length("data")), 0)::bigint AS "rowBytes",
      count("packSha256") AS "packed", coalesce(sum("packBytes"), 0)::bigint AS "packedBytes" FROM "SampleChunk"`;
  const { rows = 0n, rowBytes = 0n, packed = 0n, packedBytes = 0n } = row ?? {};
  return {
    inRows: { chunks: Number(rows), bytes: Number(rowBytes) },
    inPacks: { chunks: Number(packed), bytes: Number(packedBytes) },
  };
}
