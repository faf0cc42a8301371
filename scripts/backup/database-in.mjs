// @ts-check
/** A backup's tables, filled and compared in one transaction: a database has all of it or is as it was. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import { Sentence } from '../start/sentence.mjs';
import { root } from '../start/settings.mjs';
import { connect, sumOfTable, tableFile } from './database-out.mjs';
import { measured } from './measured.mjs';
import { columnList, LEDGER, quoted, readTables, sameTexts } from './tables.mjs';

/** @typedef {import('./manifest.mjs').Manifest} Manifest */
/** @typedef {import('./tables.mjs').Table} Table */

/** Where Prisma keeps which migrations were applied; it makes this table itself. */
export const MAKE_LEDGER = `CREATE TABLE "${LEDGER}" (
  "id" VARCHAR(36) PRIMARY KEY, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

const MIGRATIONS = path.join(root, 'prisma/migrations');
/** Rows in these alone are no data: every start writes them. */
const OF_EVERY_START = [LEDGER, 'Instance', 'Replica', 'ListRevision'];

/**
 * SQL of the migrations that a backup's database had. Throws a Sentence when this release does not have them all.
 *
 * @param {Pick<Manifest, 'migrations' | 'release'>} manifest
 */
export function sqlOfMigrations({ migrations, release }) {
  return migrations.map(({ name, sha256 }) => {
    const file = path.join(MIGRATIONS, name, 'migration.sql');
    if (!/^\w+$/.test(name) || !existsSync(file))
      throw new Sentence(
        `The backup has tables of a later release than this one: restore it with release ${release} or later.`,
      );
    const sql = readFileSync(file, 'utf8');
    if (createHash('sha256').update(sql).digest('hex') !== sha256)
      throw new Sentence(
        `The backup's migration ${name} is not the one of this release: restore it with release ${release}.`,
      );
    // In a transaction, and nobody waits for the table.
    return sql.replaceAll('INDEX CONCURRENTLY', 'INDEX');
  });
}

/**
 * Fills a database and compares it with the backup. `then` may change it before anybody sees it.
 *
 * @param {string} url
 * @param {{ folder: string, manifest: Manifest, replace: boolean, moved: (bytes: number) => void }} backup
 * @param {(client: import('pg').Client, tables: Table[]) => Promise<void>} then
 */
export async function fillDatabase(url, { folder, manifest, replace, moved }, then) {
  const client = await connect(url);
  try {
    await client.query('BEGIN');
    await sameTexts(client);
    await clear(client, replace);
    for (const sql of sqlOfMigrations(manifest)) await client.query(sql);
    await client.query(MAKE_LEDGER);
    // A migration may have changed how values are written.
    await sameTexts(client);
    const tables = await readTables(client);
    refuseForeign(manifest, tables);
    for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
    await fillTables(client, folder, manifest, moved);
    for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    await compareTables(client, tables, manifest, moved);
    await then(client, tables);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    await client.end().catch(() => {});
  }
}

/** Tables that are there go, if nobody misses them. @param {import('pg').Client} client @param {boolean} replace */
async function clear(client, replace) {
  const tables = await readTables(client);
  if (tables.length === 0) return;
  const filled = replace ? null : await hasData(client, tables);
  if (filled !== null)
    throw new Sentence(
      `The database has data, such as in the table ${filled}: restore into an empty one, or add --replace, which loses what it has.`,
    );
  await client.query(`DROP TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} CASCADE`);
  const { rows } = await client.query(`SELECT p.oid::regprocedure::text AS signature FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`);
  for (const { signature } of rows) await client.query(`DROP FUNCTION ${signature} CASCADE`);
}

/** A table with rows that somebody would miss; null: there is none. @param {import('pg').Client} client @param {Table[]} tables */
export async function hasData(client, tables) {
  for (const { name } of tables) {
    if (OF_EVERY_START.includes(name)) continue;
    const { rows } = await client.query(`SELECT EXISTS (SELECT FROM ${quoted(name)}) AS "hasRows"`);
    if (rows[0].hasRows) return name;
  }
  return null;
}

/** @param {Manifest} manifest @param {Table[]} tables */
function refuseForeign({ tables: saved }, tables) {
  const foreign = saved.find(({ name }) => !tables.some((table) => table.name === name));
  if (foreign)
    throw new Sentence(
      `The backup has the table ${foreign.name}, which is not of millionrps: remove it where the backup comes from, and make another.`,
    );
}

/** @param {import('pg').Client} client @param {string} folder @param {Manifest} manifest @param {(bytes: number) => void} moved */
async function fillTables(client, folder, manifest, moved) {
  for (const table of manifest.tables) {
    const sum = measured(moved);
    const target = client.query(copyFrom(`COPY ${quoted(table.name)} (${columnList(table)}) FROM STDIN`));
    await pipeline(createReadStream(tableFile(folder, table.name)), createGunzip(), sum.through, target);
  }
}

/** @param {import('pg').Client} client @param {Table[]} tables @param {Manifest} manifest @param {(bytes: number) => void} moved */
async function compareTables(client, tables, manifest, moved) {
  for (const saved of manifest.tables) {
    const table = tables.find(({ name }) => name === saved.name);
    if (!table) continue;
    const { rows, sha256 } = await sumOfTable(client, { ...table, columns: saved.columns }, moved);
    if (rows !== saved.rows || sha256 !== saved.sha256)
      throw new Error(
        `${saved.name} has ${rows} rows with the hash ${sha256}; the backup has ${saved.rows} with ${saved.sha256}`,
      );
  }
}
