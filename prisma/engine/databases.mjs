// @ts-check
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { parse } from 'pg-connection-string';

/** @typedef {import('pg').ClientConfig} Connection */

/**
 * A config object and never the string: adapter-pg opens its shadow database with `{ ...config, database }`. A
 * connection string in there would win over `database`, and the main database would be taken for the shadow.
 *
 * @param {string | undefined} url absent for commands that need no database
 * @returns {Connection}
 */
export function connectionFrom(url) {
  return url ? /** @type {Connection} */ (parse(url)) : {};
}

/** @param {Connection} connection */
export async function probeDatabase(connection) {
  await withClient(connection, (client) => client.query('SELECT 1'));
}

/**
 * Succeeds when the database is already there: several deploys may find it absent at the same moment.
 *
 * @param {Connection} connection
 */
export async function createDatabase(connection) {
  const sql = `CREATE DATABASE ${pg.escapeIdentifier(databaseName(connection))}`;
  try {
    await withClient({ ...connection, database: 'postgres' }, (client) => client.query(sql));
  } catch (error) {
    // duplicate_database, or the unique index of pg_database when two CREATE DATABASE overlap.
    if (!['42P04', '23505'].includes(codeOf(error))) throw error;
  }
}

/** @param {Connection} connection */
export function databaseName(connection) {
  return connection.database ?? connection.user ?? 'postgres';
}

/**
 * Shadow databases of this process, each dropped once: by the engine when it is done with it, or by `dropAll` when a
 * signal ends the process first.
 *
 * @param {Connection} connection
 */
export function createShadows(connection) {
  /** @type {Set<string>} */
  const open = new Set();

  /** @param {string} name */
  async function drop(name) {
    if (!open.delete(name)) return;
    // FORCE because a pool that has been told to end may not have closed its last connection yet.
    await withClient(connection, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
  }

  return {
    /** @returns {Promise<string>} the name of a new, empty database */
    async create() {
      const name = `prisma_migrate_shadow_db_${randomUUID()}`;
      open.add(name);
      // CREATE DATABASE fails while its template has connections; template0 accepts none.
      await withClient(connection, (client) => client.query(`CREATE DATABASE "${name}" TEMPLATE template0`));
      return name;
    },
    drop,
    async dropAll() {
      await Promise.allSettled([...open].map(drop));
    },
  };
}

/**
 * @param {any} error from pg
 * @param {Connection} connection
 * @returns {{ code: string, message: string }} Prisma's error code and one sentence
 */
export function describeConnectionError(error, connection) {
  const server = `${connection.host ?? 'localhost'}:${connection.port ?? 5432}`;
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return {
        code: 'P1000',
        message: `The database server at ${server} refused user "${connection.user}": ${error.message}.`,
      };
    case '3D000':
      return {
        code: 'P1003',
        message: `Database "${databaseName(connection)}" does not exist on the server at ${server}.`,
      };
    case '42501':
      return {
        code: 'P1010',
        message: `User "${connection.user}" may not do this on the server at ${server}: ${error.message}.`,
      };
    default:
      // An AggregateError (localhost tried on ::1 and 127.0.0.1) has a code and an empty message.
      return {
        code: 'P1001',
        message: `Cannot use the database server at ${server}: ${error.message || codeOf(error)}.`,
      };
  }
}

/** @param {any} error */
function codeOf(error) {
  return String(error?.code ?? '');
}

/**
 * @template T
 * @param {Connection} connection
 * @param {(client: import('pg').Client) => Promise<T>} use
 */
async function withClient(connection, use) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
