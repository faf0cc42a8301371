import type { SampleLayout } from '../../contract/samples.ts';
import { type Db, orNull, toNumber } from '../../platform/store/db.ts';
import { encodeChunk } from '../../rules/samples/chunk.ts';

/** The columns have the hash that the id says. One whose columns were taken away as forged gets the true ones. */
export async function saveLayout(db: Db, { layoutId: id, schemaVersion, columns }: SampleLayout): Promise<void> {
  await db.sampleLayout.createMany({ data: [{ id, schemaVersion, columns }], skipDuplicates: true });
  await db.sampleLayout.updateMany({ where: { id, columns: { isEmpty: true } }, data: { schemaVersion, columns } });
}

/** How many columns each of the layouts has that are known. */
export async function layoutWidths(db: Db, layoutIds: string[]): Promise<Map<string, number>> {
  const rows = await db.sampleLayout.findMany({ where: { id: { in: layoutIds } } });
  return new Map(rows.map((row) => [row.id, row.columns.length]));
}

export interface NewFrame {
  incarnationId: string;
  sequence: number;
  runId: string;
  hostId: string;
  layoutId: string;
  timeUs: number;
  monotonicUs: number;
  boundary: boolean;
  values: number[];
}

export async function saveFrames(db: Db, frames: NewFrame[]): Promise<void> {
  if (frames.length > 0) await db.frame.createMany({ data: frames, skipDuplicates: true });
}

/** The frames of a host that are still rows of their own: how many, and when the oldest was taken. */
export async function looseFrames(
  db: Db,
  runId: string,
  hostId: string,
): Promise<{ count: number; oldestUs: number | null }> {
  const { _count, _min } = await db.frame.aggregate({
    where: { runId, hostId },
    _count: { _all: true },
    _min: { timeUs: true },
  });
  return { count: _count._all, oldestUs: orNull(_min.timeUs) };
}

/**
 * Moves the frames of a host into immutable chunks, one for each stretch of one layout. While another transaction does so
 * it is left to that one: waiting for it with the run locked could be waiting for each other.
 */
export async function sealFrames(db: Db, runId: string, hostId: string): Promise<void> {
  const [mine] = await db.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`seal ${runId} ${hostId}`}, 0)) AS locked`;
  if (!mine?.locked) return;
  const rows = await db.frame.findMany({
    where: { runId, hostId },
    orderBy: [{ incarnationId: 'asc' }, { sequence: 'asc' }],
  });
  for (const stretch of stretches(rows)) {
    const [first, last] = [stretch[0], stretch[stretch.length - 1]];
    if (!first || !last) continue;
    await saveChunk(
      db,
      stretch.map((frame) => ({
        ...frame,
        sequence: toNumber(frame.sequence),
        timeUs: toNumber(frame.timeUs),
        monotonicUs: toNumber(frame.monotonicUs),
        values: frame.values.map(toNumber),
      })),
    );
    await db.frame.deleteMany({
      where: {
        incarnationId: first.incarnationId,
        runId,
        hostId,
        sequence: { gte: first.sequence, lte: last.sequence },
      },
    });
  }
}

/** Frames of one host's run in one layout, in order of their sequence, as one chunk. */
export async function saveChunk(db: Db, frames: NewFrame[]): Promise<void> {
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) return;
  const { incarnationId, runId, hostId, layoutId } = first;
  await db.sampleChunk.create({
    data: {
      ...{ incarnationId, runId, hostId, layoutId },
      firstSequence: first.sequence,
      lastSequence: last.sequence,
      frames: frames.length,
      // Not of the first and the last: a clock may be set back in between.
      firstTimeUs: frames.reduce((least, { timeUs }) => Math.min(least, timeUs), first.timeUs),
      lastTimeUs: frames.reduce((most, { timeUs }) => Math.max(most, timeUs), last.timeUs),
      data: new Uint8Array(encodeChunk(frames)),
    },
  });
}

export async function listLooseFrames(db: Db): Promise<{ runId: string; hostId: string }[]> {
  return db.frame.findMany({ distinct: ['runId', 'hostId'], select: { runId: true, hostId: true } });
}

function stretches<T extends { incarnationId: string; layoutId: string }>(rows: T[]): T[][] {
  const out: T[][] = [];
  for (const row of rows) {
    const current = out[out.length - 1];
    const head = current?.[0];
    if (current && head?.incarnationId === row.incarnationId && head.layoutId === row.layoutId) current.push(row);
    else out.push([row]);
  }
  return out;
}
