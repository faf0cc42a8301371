import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { type Database, type Db, openDatabase } from './db.ts';
import { StatementNames } from './statement-names.ts';

const OFTEN = 20;
const NAMED_MOST = 100;

const ask = (names: StatementNames, sql: string, times: number): string[] =>
  Array.from({ length: times }, () => names.nameOf(sql));

function connected(): StatementNames {
  const names = new StatementNames();
  names.noteConnection({ own: true });
  return names;
}

describe('a name of a statement', () => {
  it('is given once it was asked often, and stays', () => {
    const names = connected();
    expect(ask(names, 'SELECT 1', OFTEN - 1).every((name) => name === '')).toBe(true);
    const [name, again] = ask(names, 'SELECT 1', 2);
    expect(name).toMatch(/^often_/);
    expect(again).toBe(name);
  });

  it('is given to so many, each its own, and to no more', () => {
    const names = connected();
    const given = Array.from({ length: NAMED_MOST + 1 }, (_, at) => ask(names, `SELECT ${at}`, OFTEN).at(-1));
    expect(new Set(given).size).toBe(NAMED_MOST + 1);
    expect(given.at(-1)).toBe('');
  });

  it('is given to none that is long', () => {
    expect(ask(connected(), `SELECT ${'1, '.repeat(2_000)} 1`, OFTEN).at(-1)).toBe('');
  });

  it('is given to none that reads samples not packed yet, whose number soon outgrows a plan', () => {
    for (const sql of [
      'SELECT f."data" FROM "Frame" f',
      'DELETE FROM "public"."Frame" WHERE 1=1',
      'SELECT 1 FROM "Run" JOIN "Frame" f ON true',
    ])
      expect(ask(connected(), sql, OFTEN).at(-1)).toBe('');
    expect(ask(connected(), 'INSERT INTO "Frame" SELECT 1', OFTEN).at(-1)).toMatch(/^often_/);
  });

  it('is not missed by what is asked often, among texts without end that are asked once', () => {
    const names = connected();
    const seen = Array.from({ length: 5_000 }, (_, at) => {
      names.nameOf(`SELECT ${at}`);
      return names.nameOf('SELECT');
    });
    expect(seen.at(-1)).toMatch(/^often_/);
  });

  it('is given to none, and used by none, once a connection leads to a pooler', () => {
    const names = new StatementNames();
    expect(ask(names, 'SELECT 1', OFTEN).at(-1)).toBe('');
    names.noteConnection({ own: true });
    expect(ask(names, 'SELECT 1', OFTEN).at(-1)).toMatch(/^often_/);
    names.noteConnection({ own: false });
    names.noteConnection({ own: true });
    expect(names.nameOf('SELECT 1')).toBe('');
  });
});

describe('a statement that PostgreSQL prepared', () => {
  let lab: TestLab;
  let database: Database;
  beforeAll(async () => {
    lab = await openLab();
    database = openDatabase(lab.databaseUrl);
  });
  afterAll(async () => {
    await database.close();
    await lab.close();
  });

  const runsOf = (db: Db, name: string) => db.$queryRaw`SELECT "id" FROM "Run" WHERE "name" = ${name}`;

  it('is used again and again', async () => {
    for (let time = 0; time < 3 * OFTEN; time++) expect(await runsOf(database.db, 'none')).toEqual([]);
    const [prepared] = await database.db.$queryRaw<{ times: number }[]>`
      SELECT ("custom_plans" + "generic_plans")::int AS "times"
      FROM pg_prepared_statements WHERE "statement" LIKE '%"Run" WHERE "name"%'`;
    expect(prepared?.times).toBeGreaterThanOrEqual(OFTEN);
  });

  it('keeps the types of its values, so no migration changes the type of a column', () => {
    const folder = path.join(import.meta.dirname, '../../../prisma/migrations');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
    expect(files.length).toBeGreaterThan(50);
    // Processes that run during the migration would fail for up to ten minutes. Add a new column instead.
    const changing = /\bALTER\s+(COLUMN\s+)?"[^"]+"\s+(SET\s+DATA\s+)?TYPE\b/i;
    expect('ALTER TABLE "Run" ALTER COLUMN "name" SET DATA TYPE text').toMatch(changing);
    expect(files.filter((file) => changing.test(readFileSync(path.join(folder, file), 'utf8')))).toEqual([]);
  });
});
