import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quoted, readTables } from '../../../scripts/backup/tables.mjs';
import { readBefore } from '../../testing/lab-of-before.ts';
import { makeDatabase } from '../../testing/test-lab.ts';
import { openDatabase } from './db.ts';
import { Prisma } from './generated/client.ts';

const FOLDER = path.join(import.meta.dirname, '../../../prisma/migrations');
const MIGRATIONS = readdirSync(FOLDER)
  .filter((name) => /^\d/.test(name))
  .sort();
const sqlOf = (name: string): string => readFileSync(path.join(FOLDER, name, 'migration.sql'), 'utf8');

/** With real rows, of the oldest release of which there are some: JSON that migrations read is made by nobody but a release. */
const { tables: rowsOfBefore } = readBefore();
const FIRST = rowsOfBefore._prisma_migrations.length;

/** A value of each type that an empty table gets, so that each table has a row. */
const VALUES: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: "'x'",
  integer: '1',
  bigint: '1',
  'double precision': '1',
  boolean: 'TRUE',
  jsonb: "'{}'",
  bytea: "'\\x00'",
  'timestamp(3) without time zone': 'now()',
};

/** Of columns to which not every value of their type is allowed. */
const ALLOWED: Record<string, string> = {
  'AuditOutcome.outcome': "'done'",
  'AuditRetention.days': '365',
};

let client: pg.Client;
let url: string;

beforeAll(async () => {
  url = await makeDatabase('template0');
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterAll(() => client.end());

/** Real rows in the tables of their time, taken as far as so many migrations lead. */
async function asOf(migrations: number): Promise<void> {
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  for (const name of MIGRATIONS.slice(0, FIRST)) await client.query(sqlOf(name));
  await client.query('SET session_replication_role = replica');
  for (const [table, rows] of Object.entries(rowsOfBefore)) {
    if (table === '_prisma_migrations') continue;
    const insert = `INSERT INTO ${quoted(table)} SELECT * FROM json_populate_recordset(NULL::${quoted(table)}, $1)`;
    await client.query(insert, [JSON.stringify(rows)]);
  }
  await client.query('SET session_replication_role = origin');
  await apply(FIRST, migrations);
}

async function apply(from: number, to: number): Promise<void> {
  // No other connection waits for the table.
  for (const name of MIGRATIONS.slice(from, to))
    await client.query(sqlOf(name).replaceAll('INDEX CONCURRENTLY', 'INDEX'));
}

/** Puts a row into each table that has none. */
async function fill(): Promise<void> {
  for (const { name } of await readTables(client)) {
    const { rowCount } = await client.query(`SELECT FROM ${quoted(name)} LIMIT 1`);
    if (rowCount === 0) await insertInto(name);
  }
}

async function insertInto(table: string): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string; target: string | null; key: string }>(
    `SELECT a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type, t.relname::text AS target,
       (SELECT k.attname::text FROM pg_attribute k WHERE k.attrelid = f.confrelid
         AND k.attnum = f.confkey[array_position(f.conkey, a.attnum)]) AS key
     FROM pg_attribute a
     LEFT JOIN pg_constraint f ON f.conrelid = a.attrelid AND f.contype = 'f' AND a.attnum = ANY(f.conkey)
     LEFT JOIN pg_class t ON t.oid = f.confrelid
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [quoted(table)],
  );
  const seen = new Map(columns.map((column) => [column.name, column]));
  const values = [...seen.values()].map(({ name, type, target, key }) => {
    if (target === table) return 'NULL';
    if (target !== null) return `(SELECT ${quoted(key)} FROM ${quoted(target)} ORDER BY ctid LIMIT 1)`;
    const value = ALLOWED[`${table}.${name}`] ?? (type.endsWith('[]') ? `ARRAY[]::${type}` : VALUES[type]);
    if (value === undefined) throw new Error(`${table} has a column of the type ${type}: say what it may hold`);
    return value;
  });
  await client.query(
    `INSERT INTO ${quoted(table)} (${[...seen.keys()].map(quoted).join(', ')}) VALUES (${values.join(', ')})`,
  );
}

const counts = async (): Promise<Map<string, number>> => {
  const found = new Map<string, number>();
  for (const { name } of await readTables(client)) {
    const { rows } = await client.query(`SELECT count(*)::int AS n FROM ${quoted(name)}`);
    found.set(name, rows[0].n);
  }
  return found;
};

const FROM = Array.from({ length: MIGRATIONS.length - FIRST + 1 }, (_, at) => FIRST + at);

it.each(FROM.map((count) => ({ count, last: MIGRATIONS[count - 1] })))(
  'a database with rows in each table as of $last is upgraded without losing one, and is read by this release',
  async ({ count }) => {
    await asOf(count);
    await fill();
    const before = await counts();
    expect([...before].filter(([, n]) => n === 0)).toEqual([]);
    await apply(count, MIGRATIONS.length);
    const after = await counts();
    for (const [table, n] of before) if (after.has(table)) expect([table, after.get(table)]).toEqual([table, n]);
    const database = openDatabase(url);
    try {
      for (const model of Object.values(Prisma.ModelName)) {
        const name = (model[0]?.toLowerCase() + model.slice(1)) as 'run';
        expect([model, (await database.client[name].findMany()).length]).toEqual([model, after.get(model)]);
      }
    } finally {
      await database.close();
    }
  },
);
