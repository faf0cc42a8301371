import { expect, test } from 'vitest';
import { afterRows, nothingOf, readCursor, rowsKey, type StreamCursor, writeCursor } from './stream-cursor.ts';

const RUN = '01890000-0000-7000-8000-000000000001';
const OTHER = '01890000-0000-7000-8000-000000000002';
const [A, B] = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b'];
const cursor: StreamCursor = { runId: RUN, transitions: 4, lastUs: { [A]: 1_700_000_000_000_000 } };

test('a cursor reads back as it was written, and is safe in a header and in an address', () => {
  const text = writeCursor(cursor);
  expect(text).toMatch(/^[\w-]+$/);
  expect(readCursor(text, RUN)).toEqual(cursor);
});

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  ['none', undefined],
  ['empty', ''],
  ['noise', '%%%'],
  ['not JSON', Buffer.from('{"run":').toString('base64url')],
  ['another program’s', encoded({ page: 3 })],
  ['with a field more', encoded({ run: RUN, transitions: 1, lastUs: {}, more: 1 })],
  ['a time before time', encoded({ run: RUN, transitions: 1, lastUs: { [A]: -1 } })],
  ['a host that is none', encoded({ run: RUN, transitions: 1, lastUs: { __proto__x: 1 } })],
  ['null', encoded(null)],
  ['another run’s', writeCursor({ ...cursor, runId: OTHER })],
])('an id that is %s means that the reader has nothing', (_, text) => {
  expect(readCursor(text, RUN)).toEqual(nothingOf(RUN));
});

test('rows move the hosts that have some; the others stay', () => {
  const next = afterRows({ ...cursor, lastUs: { [A]: 5 } }, [
    { hostId: A, timesUs: [] },
    { hostId: B, timesUs: [7, 8] },
  ]);
  expect(next.lastUs).toEqual({ [A]: 5, [B]: 8 });
});

test('readers with the same rows share a key, whatever came first', () => {
  const one = { ...cursor, lastUs: { [A]: 1, [B]: 2 } };
  const other = { runId: RUN, transitions: 9, lastUs: { [B]: 2, [A]: 1 } };
  expect(rowsKey(one)).toBe(rowsKey(other));
  expect(rowsKey(one)).not.toBe(rowsKey(cursor));
});
