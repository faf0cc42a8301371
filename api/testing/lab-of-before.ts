import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { MAKE_LEDGER } from '../../scripts/backup/database-in.mjs';
import { runPrisma } from '../../scripts/prisma.mjs';
import { makeDatabase, openLab, type TestLab } from './test-lab.ts';

type Row = Record<string, unknown>;

/** What before-verdicts/README.md tells of. */
export interface Before {
  /** Rows by the names of their tables, as `row_to_json` gave them. */
  tables: Record<string, Row[]> & { _prisma_migrations: { migration_name: string }[] };
  /** Files by their SHA-256. */
  blobs: Record<string, { text: string } | { base64: string }>;
}

const MIGRATIONS = path.join(import.meta.dirname, '../../prisma/migrations');

export function readBefore(): Before {
  const file = path.join(import.meta.dirname, 'before-verdicts/rows.json.br');
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString());
}

const HOUR_MS = 3_600_000;

/**
 * An API of today on a database that an earlier one wrote, after the migrations since; nothing was judged yet. By its clock that was an hour
 * ago: deleted runs and links end some day.
 */
export async function openLabOfBefore(before: Before): Promise<TestLab> {
  const databaseUrl = await makeDatabase('template0');
  await restore(databaseUrl, before);
  const { status, output } = await runPrisma(['migrate', 'deploy'], { databaseUrl, capture: true });
  if (status !== 0) throw new Error(output);
  const lab = await openLab({ databaseUrl });
  const writtenUs = Math.max(...(before.tables.Run ?? []).map(({ endedAtUs }) => Number(endedAtUs ?? 0)));
  lab.skipMs((writtenUs - lab.lab.nowUs()) / 1000 + HOUR_MS);
  for (const sha256 of Object.keys(before.blobs)) {
    const bytes = bytesOf(before, sha256);
    await lab.lab.blobs.put(sha256, Readable.from([bytes]), bytes.length);
  }
  return lab;
}

export function bytesOf({ blobs }: Before, sha256: string): Buffer {
  const blob = blobs[sha256];
  if (!blob) throw new Error(`there is no file ${sha256}`);
  return 'text' in blob ? Buffer.from(blob.text) : Buffer.from(blob.base64, 'base64');
}

/** Tables by the migrations of then, and in them the rows of then. */
async function restore(databaseUrl: string, { tables }: Before): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const name of tables._prisma_migrations.map((row) => row.migration_name).sort()) {
      await client.query(readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8'));
    }
    await client.query(MAKE_LEDGER);
    // Rows come table by table, whatever refers to what.
    await client.query('SET session_replication_role = replica');
    for (const [table, rows] of Object.entries(tables)) {
      const insert = `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1)`;
      await client.query(insert, [JSON.stringify(rows)]);
    }
  } finally {
    await client.end();
  }
}
