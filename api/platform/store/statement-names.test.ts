import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { type Database, type Db, openDatabase } from './db.ts';
import { StatementNames } from './statement-names.ts';

const OFTEN = 20;
const NAMED_MOST = 100;

const ask = (names: StatementNames, sql: string, times: number): string[] =>
  Array.from({ length: times }, () => names.nameOf(sql));

describe('a name of a statement', () => {
  it('is given once it was asked often, and stays', () => {
    const names = new StatementNames();
    names.allow(true);
    expect(ask(names, 'SELECT 1', OFTEN - 1).every((name) => name === '')).toBe(true);
    const [name, again] = ask(names, 'SELECT 1', 2);
    expect(name).toMatch(/^often_/);
    expect(again).toBe(name);
  });

  it('is given to so many, each its own, and to no more', () => {
    const names = new StatementNames();
    names.allow(true);
    const given = Array.from({ length: NAMED_MOST + 1 }, (_, at) => ask(names, `SELECT ${at}`, OFTEN).at(-1));
    expect(new Set(given).size).toBe(NAMED_MOST + 1);
    expect(given.at(-1)).toBe('');
  });

  it('is not missed by what is asked often, among texts without end that are asked once', () => {
    const names = new StatementNames();
    names.allow(true);
    const seen = Array.from({ length: 5_000 }, (_, at) => {
      names.nameOf(`SELECT ${at}`);
      return names.nameOf('SELECT');
    });
    expect(seen.at(-1)).toMatch(/^often_/);
  });

  it('is given to none where connections lead to a pooler, and not used there', () => {
    const names = new StatementNames();
    expect(ask(names, 'SELECT 1', OFTEN).at(-1)).toBe('');
    names.allow(true);
    expect(ask(names, 'SELECT 1', OFTEN).at(-1)).toMatch(/^often_/);
    names.allow(false);
    expect(names.nameOf('SELECT 1')).toBe('');
  });

  it('is another one after all were renewed', () => {
    const names = new StatementNames();
    names.allow(true);
    const before = ask(names, 'SELECT 1', OFTEN).at(-1);
    names.renew();
    const after = ask(names, 'SELECT 1', OFTEN).at(-1);
    expect(after).toMatch(/^often_/);
    expect(after).not.toBe(before);
  });
});

describe('a statement that PostgreSQL prepared', () => {
  let lab: TestLab;
  let database: Database;
  beforeAll(async () => {
    lab = await openLab();
    database = openDatabase(lab.databaseUrl);
    await database.db.$executeRaw`CREATE TABLE "Measured" ("rate" int)`;
    await database.db.$executeRaw`INSERT INTO "Measured" VALUES (1)`;
  });
  afterAll(async () => {
    await database.close();
    await lab.close();
  });

  const rates = (db: Db) => db.$queryRaw<{ rate: number }[]>`SELECT "rate" FROM "Measured"`;

  it('is answered as before, and once again after a migration changed its columns', async () => {
    for (let time = 0; time < 2 * OFTEN; time++) expect(await rates(database.db)).toEqual([{ rate: 1 }]);
    const [prepared] = await database.db.$queryRaw<{ times: number }[]>`
      SELECT ("generic_plans" + "custom_plans")::int AS "times" FROM pg_prepared_statements WHERE "statement" LIKE '%"Measured"%'`;
    expect(prepared?.times).toBeGreaterThanOrEqual(OFTEN);
    await lab.lab.database.db.$executeRaw`ALTER TABLE "Measured" ALTER "rate" TYPE float8`;
    await expect(rates(database.db)).rejects.toThrow(/cached plan/);
    expect(await rates(database.db)).toEqual([{ rate: 1 }]);
  });
});
