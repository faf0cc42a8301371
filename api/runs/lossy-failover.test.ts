import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActiveRuns, RunList } from '../contract/run-list.ts';
import { recover } from '../sweep.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { seedRun } from '../testing/seed-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

/** A database that says when it was started by a table, so that the test can have another one take over. */
let first: TestLab;
let lab: TestLab;
let ids: string[];
beforeAll(async () => {
  first = await openLab({ stillClock: true });
  const { client } = first.lab.database;
  await client.$executeRaw`CREATE TABLE "started" AS SELECT '2026-01-01Z'::timestamptz AS "at"`;
  await client.$executeRaw`CREATE FUNCTION public.pg_postmaster_start_time() RETURNS timestamptz LANGUAGE sql AS 'SELECT "at" FROM public."started"'`;
  const name = new URL(first.databaseUrl).pathname.slice(1);
  await client.$executeRawUnsafe(`ALTER DATABASE "${name}" SET search_path = public, pg_catalog`);
  lab = await openLab({ databaseUrl: first.databaseUrl, stillClock: true });
  const { hostId } = await FakeAgent.join(lab);
  ids = [await seedRun(lab, hostId, { name: 'old' }), await seedRun(lab, hostId, { name: 'old', state: 'queued' })];
});
afterAll(async () => {
  await lab.abandon();
  await first.close();
});

const ended = async () => (await person(lab)<RunList>('GET', '/runs?view=ended')).body.runs.map(({ name }) => name);
const active = async (since?: string) =>
  (await person(lab)<ActiveRuns>('GET', `/active-runs${since ? `?since=${since}` : ''}`)).body;

/** What is there now, by the revision of what was there before. */
const loseAndWrite = (name: string) =>
  lab.lab.database.transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.run.updateMany({ where: { id: { in: ids } }, data: { name } });
  });
const takeOver = (at: string) => first.lab.database.client.$executeRaw`UPDATE "started" SET "at" = ${at}::timestamptz`;

it('what was kept by one database is not confirmed by one that took over with the same number', async () => {
  const { since } = await active();
  expect(await ended()).toEqual(['old']);
  await loseAndWrite('of the other');
  expect(await ended()).toEqual(['old']);
  await takeOver('2026-01-02Z');
  expect(await ended()).toEqual(['of the other']);
  expect((await active(since)).runs.map(({ name }) => name)).toEqual(['of the other']);
});

it('nothing is kept from before the database was away', async () => {
  expect([await ended(), (await active()).runs.length]).toEqual([['of the other'], 1]);
  await loseAndWrite('of after');
  lab.skipMs(1000);
  await recover(lab.lab);
  expect(await ended()).toEqual(['of after']);
  expect((await active()).runs.map(({ name }) => name)).toEqual(['of after']);
});
