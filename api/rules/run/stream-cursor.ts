import { z } from 'zod';
import { id, timeUs } from '../../contract/primitives.ts';

/** What one reader of a run's event stream has by now. */
export interface StreamCursor {
  runId: string;
  /** States of the run that it has seen. */
  transitions: number;
  /** Time of the last row of each host. A host that is not named has no row yet. */
  lastUs: Readonly<Record<string, number>>;
}

const stored = z.strictObject({ run: id, transitions: z.int().min(0), lastUs: z.record(id, timeUs) });

/** The cursor of a reader that has nothing. */
export const nothingOf = (runId: string): StreamCursor => ({ runId, transitions: 0, lastUs: {} });

/** The cursor as an event's id: opaque to readers, safe in a header and in an address. */
export function writeCursor({ runId, transitions, lastUs }: StreamCursor): string {
  return Buffer.from(JSON.stringify({ run: runId, transitions, lastUs })).toString('base64url');
}

/** An id that is missing, broken or another run's is that of a reader who has nothing: sent twice is mended, lost is not. */
export function readCursor(text: string | undefined, runId: string): StreamCursor {
  if (!text) return nothingOf(runId);
  try {
    const { run, ...rest } = stored.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return run === runId ? { runId, ...rest } : nothingOf(runId);
  } catch {
    return nothingOf(runId);
  }
}

/** After rows were sent: hosts without any stay where they were. */
export function afterRows(cursor: StreamCursor, hosts: { hostId: string; timesUs: number[] }[]): StreamCursor {
  const lastUs = { ...cursor.lastUs };
  for (const { hostId, timesUs } of hosts) lastUs[hostId] = timesUs.at(-1) ?? lastUs[hostId] ?? 0;
  return { ...cursor, lastUs };
}

/** The same for all readers that have the same rows, whatever else they have. */
export function rowsKey({ lastUs }: StreamCursor): string {
  return Object.keys(lastUs)
    .sort()
    .map((hostId) => `${hostId}:${lastUs[hostId]}`)
    .join(' ');
}
