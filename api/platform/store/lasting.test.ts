import { describe, expect, it } from 'vitest';
import { isDatabaseAway, isDatabaseUnwritable, isLasting } from './db.ts';

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

describe('a database that is away, so that whoever asked may try again', () => {
  const raw = (cause: object): Error =>
    Object.assign(new Error('Raw query failed.'), { code: 'P2010', meta: { driverAdapterError: { cause } } });
  it.each([
    ['nothing listens there', raw({ kind: 'DatabaseNotReachable', host: '127.0.0.1', port: 5432 }), true],
    ['there is no way to it', ofSystem('EHOSTUNREACH'), true],
    ['it starts up', raw({ kind: 'postgres', originalCode: '57P03' }), true],
    ['it is told to end', raw({ kind: 'postgres', originalCode: '57P01' }), true],
    ['it broke off', raw({ kind: 'ConnectionClosed' }), true],
    ['it takes no writes', raw({ kind: 'postgres', originalCode: '25006' }), false],
    ['a mistake in a query', raw({ kind: 'postgres', originalCode: '42601' }), false],
    ['a mistake of ours', new TypeError('x is undefined'), false],
  ])('%s: %s', (_what, error, away) => {
    expect(isDatabaseAway(error)).toBe(away);
  });

  it.each([
    ['it is read-only', '25006', true],
    ['its disk is full', '53100', true],
    ['a mistake in a query', '42601', false],
  ])('it takes no writes as %s: %s', (_what, originalCode, unwritable) => {
    expect(isDatabaseUnwritable(raw({ kind: 'postgres', originalCode }))).toBe(unwritable);
  });
});
