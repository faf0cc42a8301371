// @ts-check
/** The database as text, of one moment, while others go on writing. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Sentence } from '../start/sentence.mjs';
import { measured } from './measured.mjs';
import { copyOutSql, LEDGER, quoted, readTables, sameTexts } from './tables.mjs';

/** @typedef {import('./tables.mjs').Table} Table */

const CONNECT_MS = 10_000;
/** A migration that is under way is waited for. */
const LOCK_MS = 60_000;
const LOCK_NOT_AVAILABLE = '55P03';
/** Text shrinks to a fifth at this level; higher ones take several times as long for a tenth less. */
const GZIP_LEVEL = 1;

/** @param {string} folder @param {string} table */
export const tableFile = (folder, table) => path.join(folder, 'database', `${table}.copy.gz`);

/** A connection for one long piece of work. @param {string} url */
export async function connect(url) {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_MS });
  // A connection that breaks fails the query under way; without this it would end the process as well.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * Does `read` in one snapshot, in which no table changes its shape.
 *
 * @template T
 * @param {string} url
 * @param {(client: pg.Client, tables: Table[]) => Promise<T>} read
 * @returns {Promise<T>}
 */
export async function inSnapshot(url, read) {
  const client = await connect(url);
  try {
    const before = await readTables(client);
    if (!before.some(({ name }) => name === LEDGER))
      throw new Sentence('The database has no tables of millionrps: name the right one in DATABASE_URL.');
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    // The snapshot is taken by the first query after this, when no migration is under way any more.
    await client.query(`LOCK TABLE ${before.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`);
    await sameTexts(client);
    return await read(client, await readTables(client));
  } catch (error) {
    if (/** @type {{ code?: unknown }} */ (error).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new Sentence('The tables are being changed, as by an upgrade: wait until that is over, and try again.');
  } finally {
    await client.end().catch(() => {});
  }
}

/** @param {pg.Client} client */
export async function readAbout(client) {
  const { rows } = await client.query(`SELECT (extract(epoch FROM now()) * 1e6)::int8::text AS "takenAtUs",
    current_setting('server_version_num')::int / 10000 AS postgres`);
  const { takenAtUs, postgres } = rows[0];
  const applied = await client.query(`SELECT migration_name AS name, checksum AS sha256 FROM ${LEDGER}
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`);
  return { takenAtUs: Number(takenAtUs), postgres, migrations: applied.rows };
}

/**
 * Writes every table into a file of the folder.
 *
 * @param {pg.Client} client in a snapshot
 * @param {Table[]} tables
 * @param {string} folder
 * @param {(bytes: number) => void} moved
 */
export async function writeTables(client, tables, folder, moved) {
  await refuseSequences(client);
  await mkdir(path.join(folder, 'database'), { mode: 0o700 });
  const written = [];
  for (const table of tables) {
    const file = createWriteStream(tableFile(folder, table.name), { mode: 0o600, flags: 'wx', flush: true });
    const compressed = createGzip({ level: GZIP_LEVEL });
    const { rows, bytes, sha256 } = await sumOfTable(client, table, moved, [compressed, file]);
    written.push({ name: table.name, columns: table.columns, rows, bytes, sha256 });
  }
  return written;
}

/**
 * Number of rows, and bytes and hash of their text.
 *
 * @param {pg.Client} client
 * @param {Table} table
 * @param {(bytes: number) => void} moved
 * @param {NodeJS.WritableStream[]} [into]
 */
export async function sumOfTable(client, table, moved, into = [drain()]) {
  const source = client.query(copyTo(copyOutSql(table)));
  const sum = measured(moved);
  await pipeline([source, sum.through, ...into]);
  return { rows: source.rowCount, ...sum.result() };
}

const drain = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** The schema has none: keys are UUIDs. A counter that was not copied would give the same number twice. @param {pg.Client} client */
async function refuseSequences(client) {
  const { rows } = await client.query(`SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'`);
  if (rows.length > 0) throw new Error(`a backup does not have the counter of ${rows[0].sequencename}`);
}
