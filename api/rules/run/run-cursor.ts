import { z } from 'zod';
import { DIRECTIONS, type Direction, RUN_SORTS, type RunSort, type SortKind } from '../../contract/choices.ts';
import { keysOf } from '../../contract/words.ts';

/** `deleted`: by the time of the deletion, for the list of what can be brought back. */
export type RunOrder = { sort: RunSort | 'deleted'; direction: Direction };

/** The last row of a page: what it is sorted by, as text, null for none, and its id, which breaks ties. */
export interface RunPosition {
  key: string | null;
  id: string;
}

const KEYS: Record<SortKind, (key: string) => boolean> = {
  time: isMicroseconds,
  duration: isMicroseconds,
  name: (key) => key.length <= 1000 && !key.includes('\0'),
  figure: isFigure,
  load: isFigure,
};

const kindOf = (sort: RunOrder['sort']): SortKind => (sort === 'deleted' ? 'time' : RUN_SORTS[sort].kind);

function isMicroseconds(key: string): boolean {
  return /^-?\d{1,18}$/.test(key);
}

function isFigure(key: string): boolean {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(key) && Number.isFinite(Number(key));
}

const written = z.strictObject({
  sort: z.enum([...keysOf(RUN_SORTS), 'deleted']),
  direction: z.enum(DIRECTIONS),
  key: z.string().nullable(),
  id: z.uuid(),
});

export function writeCursor(order: RunOrder, position: RunPosition): string {
  const { sort, direction } = order;
  const { key, id } = position;
  return Buffer.from(JSON.stringify({ sort, direction, key, id })).toString('base64url');
}

/** Where the cursor points, or a sentence that says why it cannot be used. */
export function readCursor(order: RunOrder, cursor: string): RunPosition | string {
  const parsed = written.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success) return 'The cursor is not one that this list gave out; start without one.';
  const { sort, direction, key, id } = parsed.data;
  if (sort !== order.sort || direction !== order.direction) {
    return `The cursor belongs to the list sorted by ${sort}, ${direction}; start without one after a change of order.`;
  }
  if (key !== null && !KEYS[kindOf(sort)](key))
    return 'The cursor is not one that this list gave out; start without one.';
  return { key, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
