import { describe, expect, it } from 'vitest';
import { type RunOrder, readCursor, writeCursor } from './run-cursor.ts';

const id = '01890000-0000-7000-8000-000000000000';
const order: RunOrder = { sort: 'requestsPerSecond', direction: 'desc' };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  it.each([
    [order, '12345.678901234567'],
    [order, null],
    [{ sort: 'name', direction: 'asc' } as RunOrder, 'prüfung "1" ☃'],
    [{ sort: 'duration', direction: 'asc' } as RunOrder, '-12'],
  ])('comes back as it was: %j %s', (given, key) => {
    expect(readCursor(given, writeCursor(given, { key, id }))).toEqual({ key, id });
  });

  it.each([
    '',
    'nonsense',
    id,
    encode(null),
    encode({ ...order, key: '1' }),
    encode({ ...order, key: 'NaN', id }),
    encode({ ...order, key: '0b1', id }),
    encode({ ...order, key: '1; DROP TABLE', id }),
    encode({ ...order, key: '1', id: 'x' }),
    encode({ ...order, key: '1', id, more: 1 }),
  ])('that the list never gave out is said to be one: %s', (cursor) => {
    expect(readCursor(order, cursor)).toMatch(/not one that this list gave out/);
  });

  it('of another order says which', () => {
    const other = writeCursor({ sort: 'name', direction: 'asc' }, { key: 'a', id });
    expect(readCursor(order, other)).toMatch(/sorted by name, asc/);
    expect(readCursor({ ...order, direction: 'asc' }, writeCursor(order, { key: '1', id }))).toMatch(/desc/);
  });
});
