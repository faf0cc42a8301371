import { setImmediate } from 'node:timers/promises';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { type Db, toNumber } from '../../platform/store/db.ts';
import { decodeChunk } from '../../rules/samples/chunk.ts';
import type { SampleFrame } from '../../rules/samples/sample-frame.ts';
import { ChunkBytes, type ChunkPlace } from './packed-chunks.ts';
import { type HostTime, looseFrames, type NewFrame } from './samples.ts';

/** Rows that are read as one batch. */
const ROWS_AT_ONCE = 120;

/** A stretch of time with stored frames: a chunk's, or that of one row. */
interface Stretch {
  firstUs: number;
  lastUs: number;
  chunk: (ChunkPlace & { layoutId: string }) | null;
  row: SampleFrame | null;
}

export interface FrameSource {
  db: Db;
  /** Has the packed chunks. */
  blobs: BlobStore;
}

/** A batch at a time: all frames of a large host at ten samples a second would not fit into memory. */
type Batches = AsyncGenerator<SampleFrame[]>;

/** Frames of one host of a run, as `framesOfHosts` has them. */
export async function* readFrames(
  source: FrameSource,
  runId: string,
  time: HostTime,
  wanted: (column: string) => boolean = () => true,
): Batches {
  yield* (await framesOfHosts(source, runId, [time], wanted)).get(time.hostId) ?? [];
}

/**
 * Frames of hosts of a run, by the host, in order of time. All frames of a layout have the same array of columns: those that
 * are wanted. Where they are is read for all hosts at once: agents wait meanwhile.
 */
export async function framesOfHosts(
  source: FrameSource,
  runId: string,
  times: HostTime[],
  wanted: (column: string) => boolean = () => true,
): Promise<Map<string, Batches>> {
  const { db } = source;
  // Rows first: a seal in between moves frames from rows to chunks, and so shows them twice rather than not at all.
  const rows = await looseFrames(db, runId, times);
  const chunks = await chunkRows(db, runId, times);
  const layouts = await layoutsOf(db, [...rows, ...chunks], wanted);
  const ofHost = <T extends { hostId: string }>(all: T[], hostId: string): T[] =>
    all.filter((one) => one.hostId === hostId);
  return new Map(
    times.map((time) => {
      const found = { rows: ofHost(rows, time.hostId), chunks: ofHost(chunks, time.hostId), layouts };
      return [time.hostId, framesIn(source, time, found)];
    }),
  );
}

type ChunkRow = Awaited<ReturnType<typeof chunkRows>>[number];

interface Found {
  rows: NewFrame[];
  chunks: ChunkRow[];
  layouts: Map<string, Layout>;
}

async function* framesIn(source: FrameSource, { fromUs, toUs }: HostTime, { rows, chunks, layouts }: Found): Batches {
  const sealed = new Map<string, number>();
  for (const { incarnationId, lastSequence } of chunks) {
    sealed.set(incarnationId, Math.max(sealed.get(incarnationId) ?? 0, toNumber(lastSequence)));
  }
  const loose = rows
    .filter((row) => row.sequence > (sealed.get(row.incarnationId) ?? 0))
    .flatMap((row) => {
      const layout = layouts.get(row.layoutId);
      return layout && layout.width === row.values.length ? [toFrame(row, layout)] : [];
    });
  const bytes = new ChunkBytes(source, chunks);
  const stored: Stretch[] = [
    ...chunks.map((chunk) => ({
      firstUs: toNumber(chunk.firstTimeUs),
      lastUs: toNumber(chunk.lastTimeUs),
      chunk,
      row: null,
    })),
    ...loose.map((row) => ({ firstUs: row.timeUs, lastUs: row.timeUs, chunk: null, row })),
  ];
  for (const batch of inBatches(stored)) {
    const frames: SampleFrame[] = [];
    for (const { chunk, row } of batch) {
      if (row) frames.push(row);
      if (chunk) for (const frame of await decode(bytes, chunk, layouts)) frames.push(frame);
    }
    yield frames.filter((f) => f.timeUs >= fromUs && f.timeUs <= toUs).sort((a, b) => a.timeUs - b.timeUs);
    // A long run is many chunks, and agents wait for answers meanwhile.
    await setImmediate();
  }
}

/** Chunks that reach into these times, without their bytes. */
const chunkRows = (db: Db, runId: string, times: HostTime[]) =>
  db.sampleChunk.findMany({
    where: {
      runId,
      OR: times.map(({ hostId, fromUs, toUs }) => ({
        hostId,
        lastTimeUs: { gte: fromUs },
        firstTimeUs: { lte: toUs },
      })),
    },
    omit: { data: true },
  });

/** In order of time, so that no frame of a batch is older than one of the batch before: frames may have come late. */
function inBatches(stored: Stretch[]): Stretch[][] {
  const batches: Stretch[][] = [];
  let lastUs = Number.NEGATIVE_INFINITY;
  for (const stretch of stored.sort((a, b) => a.firstUs - b.firstUs)) {
    const batch = batches.at(-1);
    const overlaps = stretch.firstUs <= lastUs;
    const rowsOnly = stretch.row !== null && batch?.every(({ row }) => row !== null);
    if (batch && (overlaps || (rowsOnly && batch.length < ROWS_AT_ONCE))) batch.push(stretch);
    else batches.push([stretch]);
    lastUs = Math.max(lastUs, stretch.lastUs);
  }
  return batches;
}

/** Frames of one host that overlap this time, at most: chunks are counted whole. At once: a seal in between would show them twice. */
export async function countFrames(
  db: Db,
  runId: string,
  hostId: string,
  fromUs: number,
  toUs: number,
): Promise<number> {
  const [row] = await db.$queryRaw<{ frames: number }[]>`
    SELECT (
      (SELECT count(*) FROM "Frame"
        WHERE "runId" = ${runId}::uuid AND "hostId" = ${hostId}::uuid AND "timeUs" BETWEEN ${fromUs} AND ${toUs})
      + (SELECT coalesce(sum("frames"), 0) FROM "SampleChunk"
        WHERE "runId" = ${runId}::uuid AND "hostId" = ${hostId}::uuid AND "lastTimeUs" >= ${fromUs} AND "firstTimeUs" <= ${toUs})
    )::float8 AS "frames"`;
  return row?.frames ?? 0;
}

/** Other than before once a frame of the run has come since. */
export async function framesState(db: Db, runId: string): Promise<string> {
  const rows = await db.frame.count({ where: { runId } });
  const chunks = await db.sampleChunk.aggregate({ where: { runId }, _sum: { frames: true }, _count: { _all: true } });
  // Judged by other rules, its steps may have been counted anew, and rows of a series are cut by them.
  const run = await db.run.findUnique({ where: { id: runId }, select: { verdictVersion: true } });
  return [rows, chunks._count._all, chunks._sum.frames ?? 0, run?.verdictVersion ?? null].join(' ');
}

/** What of the columns of a layout is wanted. */
interface Layout {
  width: number;
  columns: string[];
  /** Null: all of them. */
  positions: number[] | null;
}

async function decode(
  bytes: ChunkBytes,
  chunk: NonNullable<Stretch['chunk']>,
  layouts: Map<string, Layout>,
): Promise<SampleFrame[]> {
  const layout = layouts.get(chunk.layoutId);
  if (!layout) return [];
  const { incarnationId } = chunk;
  return decodeChunk(await bytes.of(chunk), layout).map((row) => ({ ...row, incarnationId, columns: layout.columns }));
}

function toFrame(row: NewFrame, { columns, positions }: Layout): SampleFrame {
  const { incarnationId, sequence, timeUs, monotonicUs, boundary } = row;
  const values = positions ? positions.map((at) => row.values[at] ?? 0) : row.values;
  return { incarnationId, sequence, timeUs, monotonicUs, boundary, columns, values };
}

async function layoutsOf(
  db: Db,
  of: { layoutId: string }[],
  wanted: (column: string) => boolean,
): Promise<Map<string, Layout>> {
  const ids = [...new Set(of.map(({ layoutId }) => layoutId))];
  const layouts = await db.sampleLayout.findMany({ where: { id: { in: ids } } });
  return new Map(
    layouts.map(({ id, columns: all }): [string, Layout] => {
      const positions = all.flatMap((name, at) => (wanted(name) ? [at] : []));
      const every = positions.length === all.length;
      const columns = every ? all : positions.map((at) => all[at] ?? '');
      return [id, { width: all.length, columns, positions: every ? null : positions }];
    }),
  );
}
