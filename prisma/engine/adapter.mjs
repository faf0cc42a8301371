// @ts-check
/**
 * adapter-pg is written for Prisma Client. Each function here corrects one thing that the schema engine needs
 * otherwise; see prisma/README.md for how each of them shows when it is missing.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum, DriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';

/**
 * @typedef {import('./databases.mjs').Connection} Connection
 * @typedef {import('@prisma/driver-adapter-utils').SqlQuery} Query
 * @typedef {{ performIO(query: Query): Promise<any>, onError(error: unknown): never, underlyingDriver(): import('pg').Pool }} Internals
 * @typedef {import('@prisma/driver-adapter-utils').SqlDriverAdapter & Internals} Adapter
 */

/**
 * @param {Connection} connection
 * @param {ReturnType<import('./databases.mjs').createShadows>} shadows
 */
export function createAdapterFactory(connection, shadows) {
  return bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(connection),
    connectToShadowDb: async () => {
      const name = await shadows.create();
      const adapter = await connect({ ...connection, database: name });
      const dispose = adapter.dispose.bind(adapter);
      // adapter-pg would drop it while its own pool is still connected to it, which PostgreSQL refuses.
      adapter.dispose = async () => {
        await dispose();
        await shadows.drop(name);
      };
      return adapter;
    },
  });
}

/**
 * One connection and no idle timeout: the advisory lock that keeps two deploys apart belongs to the session that took
 * it. So every statement has to run in that session, and the pool must not close it.
 *
 * @param {Connection} connection
 */
async function connect(connection) {
  const pool = new PrismaPg({ ...connection, max: 1, idleTimeoutMillis: 0 });
  const adapter = /** @type {Adapter} */ (/** @type {unknown} */ (await pool.connect()));
  readChars(adapter);
  runScriptsWhole(adapter);
  return adapter;
}

/** Type identifiers of PostgreSQL's pg_type.dat. */
const oid = { char: 18, text: 25 };

/**
 * adapter-pg rejects "char", the one-letter type of the system catalogs (the kind of a constraint, what ON DELETE does).
 * It has to reach the engine as a character: read as text, the engine panics, on PostgreSQL 18 for every table with a
 * NOT NULL column (prisma/orm#29635).
 *
 * @param {Adapter} adapter
 */
function readChars(adapter) {
  const queryRaw = adapter.queryRaw;
  adapter.queryRaw = async (query) => {
    /** @type {number[]} */
    let charColumns = [];
    const reader = Object.create(adapter, {
      performIO: {
        value: async (/** @type {Query} */ asked) => {
          const result = await adapter.performIO(asked);
          charColumns = columnsOfType(result.fields, oid.char);
          for (const column of charColumns) result.fields[column].dataTypeID = oid.text;
          return result;
        },
      },
    });
    const result = await queryRaw.call(reader, query);
    for (const column of charColumns) result.columnTypes[column] = ColumnTypeEnum.Character;
    return result;
  };
}

/**
 * @param {{ dataTypeID: number }[]} fields
 * @param {number} type
 */
function columnsOfType(fields, type) {
  return fields.flatMap((field, column) => (field.dataTypeID === type ? [column] : []));
}

/**
 * adapter-pg cuts a script at every ";", which breaks function bodies and leaves the first half of a failed migration
 * in place. Sent whole, PostgreSQL runs it as one transaction.
 *
 * Its errors keep PostgreSQL's words. By its code the engine would take one for a kind it knows and answer a migration
 * of 300 lines with "Null constraint failed". So the code travels in the message.
 *
 * @param {Adapter} adapter
 */
function runScriptsWhole(adapter) {
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) return adapter.onError(error);
      const { severity = 'ERROR', detail, column, hint } = error;
      const place = error.position ? `, line ${lineAt(script, Number(error.position))}` : '';
      const message = `${error.message} (SQLSTATE ${error.code}${place})`;
      throw new DriverAdapterError({ kind: 'postgres', code: 'N/A', severity, message, detail, column, hint });
    }
  };
}

/**
 * @param {string} script
 * @param {number} position in characters, from 1
 */
function lineAt(script, position) {
  return [...script].slice(0, position - 1).filter((character) => character === '\n').length + 1;
}
