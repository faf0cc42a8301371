import { describe, expect, it } from 'vitest';
import { isLasting } from './db.ts';

const ofDatabase = (code: string, sqlState: string | null): Error =>
  Object.assign(new Error('it failed'), {
    name: 'PrismaClientKnownRequestError',
    code,
    meta: sqlState === null ? {} : { driverAdapterError: { cause: { originalCode: sqlState } } },
  });
const ofSystem = (code: string): Error => Object.assign(new Error('it failed'), { code });

describe('a failure that trying again would not mend', () => {
  it.each([
    ['a number beyond its column', ofDatabase('P2020', '22003'), true],
    ['a row that refers to none', ofDatabase('P2003', '23503'), true],
    ['an unknown field', Object.assign(new Error('x'), { name: 'PrismaClientValidationError' }), true],
    ['a mistake of ours', new TypeError('x is undefined'), true],
    ['a rule of ours', new Error('step 1 has no window'), true],
    ['a deadlock', ofDatabase('P2010', '40P01'), false],
    ['a full disk of the database', ofDatabase('P2010', '53100'), false],
    ['a transaction that took too long', ofDatabase('P2028', null), false],
    ['a database that is away', new Error('Connection terminated unexpectedly'), false],
    ['a full disk here', ofSystem('ENOSPC'), false],
    ['a broken connection', ofSystem('EPIPE'), false],
  ])('%s: %s', (_what, error, lasting) => {
    expect(isLasting(error)).toBe(lasting);
  });
});
