import { setTimeout } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type { ClientBase } from 'pg';
import { type Prisma, PrismaClient } from './generated/client.ts';
import { holdBack, Teller, type Told } from './notify.ts';
import { StatementNames } from './statement-names.ts';
import { SteadyClock } from './steady-clock.ts';

/** What queries run on: the client itself, or a transaction of it. */
export type Db = Prisma.TransactionClient;

/** JSON that was validated against the contract before it came here. */
export const json = (value: unknown): Prisma.InputJsonValue => value as Prisma.InputJsonValue;

/** The database as operations see it: queries of store/ take a `Db`, transactions are opened here. */
export interface Database {
  db: Db;
  /** Notifications that `work` makes are sent after its commit. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  client: PrismaClient;
  /** Tells what committed transactions notify. */
  teller: Teller;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const TRANSACTION_TIMEOUT_MS = 20_000;
/** How long a request waits for a connection, and then for a lock that another holds, before it is told to try again. */
const WAIT_MS = 5_000;
/** Of a connection: what PostgreSQL keeps for it is not kept for ever. */
const LIFETIME_SECONDS = 600;

interface DatabaseOptions {
  transactionMs?: number;
  /** Told when notifications cannot be sent, and with null when they can be again. */
  onUntold?: (error: unknown) => void;
}

/**
 * Of each connection: queries that waited for a lock without end would keep all of them. It is set by a query, as PgBouncer takes no
 * connection that names it.
 */
const boundWaiting = async (client: ClientBase): Promise<void> => {
  await client.query(`SET lock_timeout = ${WAIT_MS}`);
};

/** The session of PostgreSQL that a connection has for itself; null behind a pooler, which tells a number of its own. */
async function ownSession(client: ClientBase): Promise<number | null> {
  const { processID } = client as ClientBase & { processID: number | null };
  const { rows } = await client.query<{ session: number }>('SELECT pg_backend_pid() AS "session"');
  return rows[0]?.session === processID ? processID : null;
}

export function openDatabase(
  connectionString: string,
  { transactionMs = TRANSACTION_TIMEOUT_MS, onUntold }: DatabaseOptions = {},
): Database {
  const names = new StatementNames();
  const onConnect = async (connection: ClientBase): Promise<void> => {
    const session = await ownSession(connection);
    names.noteConnection({ own: session !== null });
    if (session !== null) connection.once('end', teller.addSession(session));
    await boundWaiting(connection);
  };
  const client = new PrismaClient({
    adapter: new PrismaPg(
      { connectionString, max: 20, connectionTimeoutMillis: WAIT_MS, maxLifetimeSeconds: LIFETIME_SECONDS, onConnect },
      { statementNameGenerator: ({ sql }) => names.nameOf(sql) },
    ),
  });
  const teller = new Teller(client, onUntold);
  return {
    db: client,
    client,
    transaction: async (work) => {
      const told: Told = new Map();
      const within = (tx: Db) => {
        holdBack(tx, told);
        return work(tx);
      };
      const result = await client.$transaction(within, { timeout: transactionMs, maxWait: 10_000 });
      teller.tell(told);
      return result;
    },
    teller,
    ping: async () => {
      await Promise.race([client.$queryRaw`SELECT 1`, unanswered()]);
    },
    close: async () => {
      await teller.close();
      await client.$disconnect();
    },
  };
}

/** A connection whose other end is gone without a word is not waited for until TCP gives it up, a quarter of an hour later. */
async function unanswered(): Promise<never> {
  await setTimeout(WAIT_MS, undefined, { ref: false });
  throw new Error(`Connection terminated: the database did not answer within ${WAIT_MS / 1000} s`);
}

/** Of this process. It does not jump when the machine's clock is set. */
export const clock = new SteadyClock();
export const nowUs = (): number => clock.nowUs();
export const toNumber = (value: bigint): number => Number(value);
export const orNull = (value: bigint | null): number | null => (value === null ? null : Number(value));

export type Plain<Row> = {
  [Column in keyof Row]: Row[Column] extends bigint | null ? PlainNumber<Row[Column]> : Row[Column];
};
type PlainNumber<Value> = Value extends bigint ? number : Value;

/** A row with its 64-bit integers as numbers: times, counts and sizes, all below 2^53. */
export const plain = <Row extends object>(row: Row): Plain<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === 'bigint' ? Number(value) : value]),
  ) as Plain<Row>;

const AWAY_CODES = new Set([
  // lock_not_available: others hold what is asked for.
  '55P03',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
  '57P01',
  '57P02',
  '57P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  // As Prisma's adapter calls them under a raw query.
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);
/** read_only_sql_transaction, disk_full. */
const UNWRITABLE_CODES = new Set(['25006', '53100']);

/** What Prisma's adapter says of a raw query. */
interface AdapterCause {
  kind?: unknown;
  originalCode?: unknown;
}

function adapterCause(error: Error): AdapterCause {
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: AdapterCause } } };
  return meta?.driverAdapterError?.cause ?? {};
}

const isAmong = (codes: ReadonlySet<string>, ...found: unknown[]): boolean =>
  found.some((code) => typeof code === 'string' && codes.has(code));

/** lock_not_available: it answers, and others hold what is asked for. */
export const isLockHeld = (error: unknown): boolean =>
  error instanceof Error &&
  (isAmong(new Set(['55P03']), (error as { code?: unknown }).code, adapterCause(error).originalCode) ||
    isLockHeld((error as { cause?: unknown }).cause));

/** It answers, and takes no writes until somebody mends it: it is read-only, or its disk is full. */
export function isDatabaseUnwritable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return isAmong(UNWRITABLE_CODES, code, adapterCause(error).originalCode) || isDatabaseUnwritable(cause);
}

/** The database cannot be reached or broke off: trying again is the remedy. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const { kind, originalCode } = adapterCause(error);
  if (isAmong(AWAY_CODES, code, kind, originalCode)) return true;
  if (
    /Connection terminated|terminating connection|database system is (starting|shutting)|timeout exceeded when trying to connect|Server has closed the connection/i.test(
      error.message,
    )
  )
    return true;
  return isDatabaseAway(cause);
}

/** Data exception and integrity constraint violation: what is sent is at fault, not the moment. */
const LASTING_SQLSTATE = /^2[23]/;

/**
 * The same again would fail in the same way: of a mistake in what is sent, or in our own code. Of any other failure of the database, or of the
 * machine below it, trying again is the remedy.
 */
export function isLasting(error: unknown): boolean {
  if (!(error instanceof Error) || isDatabaseAway(error)) return false;
  if (isDataRefused(error)) return true;
  const { name, code } = error as { name: string; code?: unknown };
  const { originalCode } = adapterCause(error);
  if (typeof originalCode === 'string') return LASTING_SQLSTATE.test(originalCode);
  if (name.startsWith('Prisma')) return name === 'PrismaClientValidationError' || code === RECORD_MISSING;
  return name !== 'DriverAdapterError' && code === undefined;
}
const RECORD_MISSING = 'P2025';

/** Another transaction stored a row with the same key first. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'P2002';

/** character_not_in_repertoire, untranslatable_character: PostgreSQL's text holds no NUL. */
const REFUSED_DATA = /\b(22021|22P05)\b|invalid byte sequence|unsupported Unicode escape/;

/** The database does not take such data, however often it is sent. */
export function isDataRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, meta, cause } = error as { code?: unknown; meta?: unknown; cause?: unknown };
  return REFUSED_DATA.test(`${code} ${error.message} ${JSON.stringify(meta ?? null)}`) || isDataRefused(cause);
}
