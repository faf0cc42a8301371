import { setImmediate } from 'node:timers/promises';
import { type Db, toNumber } from '../../platform/store/db.ts';
import type { Frame } from '../../platform/store/generated/client.ts';
import { decodeChunk } from '../../rules/samples/chunk.ts';
import type { SampleFrame } from '../../rules/samples/sample-frame.ts';

/** Rows that are read as one batch. */
const ROWS_AT_ONCE = 120;

/** A stretch of time with stored frames: a chunk's, or that of one row. */
interface Stretch {
  firstUs: number;
  lastUs: number;
  chunk: { incarnationId: string; firstSequence: bigint; layoutId: string } | null;
  row: SampleFrame | null;
}

/**
 * Frames of one host of a run with fromUs <= timeUs <= toUs, in order of time, a batch at a time. All frames of a large
 * host at ten samples a second would not fit into memory. All frames of a layout have the same array of columns.
 */
export async function* readFrames(
  db: Db,
  runId: string,
  hostId: string,
  fromUs: number,
  toUs: number,
): AsyncGenerator<SampleFrame[]> {
  // Rows first: a seal in between moves frames from rows to chunks, and so shows them twice rather than not at all.
  const rows = await db.frame.findMany({ where: { runId, hostId, timeUs: { gte: fromUs, lte: toUs } } });
  const chunks = await db.sampleChunk.findMany({
    where: { runId, hostId, lastTimeUs: { gte: fromUs }, firstTimeUs: { lte: toUs } },
    omit: { data: true },
  });
  const columns = await columnsOf(db, [...rows, ...chunks]);
  const sealed = new Map<string, bigint>();
  for (const { incarnationId, lastSequence } of chunks) {
    if (lastSequence > (sealed.get(incarnationId) ?? 0n)) sealed.set(incarnationId, lastSequence);
  }
  const loose = rows
    .filter((row) => row.sequence > (sealed.get(row.incarnationId) ?? 0n))
    .map((row) => ({ ...toFrame(row), columns: columns.get(row.layoutId) ?? [] }));
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
      if (chunk) for (const frame of await decode(db, chunk, columns)) frames.push(frame);
    }
    yield frames
      .filter((f) => f.timeUs >= fromUs && f.timeUs <= toUs && isReadable(f))
      .sort((a, b) => a.timeUs - b.timeUs);
    // A long run is many chunks, and agents wait for answers meanwhile.
    await setImmediate();
  }
}

/** A forged layout has lost its columns, so its frames are numbers without names. */
const isReadable = ({ columns, values }: SampleFrame): boolean => columns.length === values.length;

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

async function decode(
  db: Db,
  { incarnationId, firstSequence, layoutId }: NonNullable<Stretch['chunk']>,
  columns: Map<string, string[]>,
): Promise<SampleFrame[]> {
  const { data } = await db.sampleChunk.findUniqueOrThrow({
    where: { incarnationId_firstSequence: { incarnationId, firstSequence } },
    select: { data: true },
  });
  const layout = columns.get(layoutId) ?? [];
  return decodeChunk(data).map((row) => ({ ...row, incarnationId, columns: layout }));
}

function toFrame(row: Omit<Frame, 'layoutId'>): Omit<SampleFrame, 'columns'> {
  return {
    incarnationId: row.incarnationId,
    sequence: toNumber(row.sequence),
    timeUs: toNumber(row.timeUs),
    monotonicUs: toNumber(row.monotonicUs),
    boundary: row.boundary,
    values: row.values.map(toNumber),
  };
}

async function columnsOf(db: Db, of: { layoutId: string }[]): Promise<Map<string, string[]>> {
  const ids = [...new Set(of.map(({ layoutId }) => layoutId))];
  const layouts = await db.sampleLayout.findMany({ where: { id: { in: ids } } });
  return new Map(layouts.map(({ id, columns }) => [id, columns]));
}
