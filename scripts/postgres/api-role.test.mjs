// @ts-check
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../postgres.mjs';
import { runPrisma } from '../prisma.mjs';
import { admitApi } from './api-role.mjs';

const REFUSED = '42501';

/** @type {string} */ let folder;
/** @type {Awaited<ReturnType<typeof startPostgres>>} */ let postgres;
/** @type {string} */ let api;

beforeAll(async () => {
  folder = mkdtempSync('/tmp/mrps-api-role-');
  chmodSync(folder, 0o755);
  // Made and filled by the superuser, as releases before left it.
  postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  const { status, output } = await runPrisma(['migrate', 'deploy'], { databaseUrl: postgres.url, capture: true });
  expect(status, output).toBe(0);
  api = await admitApi(postgres.url);
});
afterAll(async () => {
  await postgres?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** @param {string} url @param {string} text @returns {Promise<any[]>} */
async function sql(url, text) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The code of what PostgreSQL refuses. @param {string} url @param {string} text */
const codeOf = (url, text) =>
  sql(url, text).then(
    () => 'done',
    ({ code }) => code,
  );

it('the role of the API has no attribute of a superuser, is in no other role, and owns nothing', async () => {
  const [role] = await sql(
    api,
    `SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS "isMore",
      (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS "memberships",
      (SELECT count(*)::int FROM pg_shdepend WHERE refobjid = r.oid AND deptype = 'o') AS "owned"
    FROM pg_roles r WHERE rolname = current_user`,
  );
  expect(role).toEqual({ isMore: false, memberships: 0, owned: 0 });
});

it.each([
  ["COPY (SELECT) TO PROGRAM 'true'"],
  ["COPY (SELECT) TO '/tmp/mrps-api-role'"],
  ["SELECT pg_read_file('PG_VERSION')"],
  ["ALTER SYSTEM SET log_statement = 'all'"],
  ['SET session_replication_role = replica'],
  ['CREATE ROLE other'],
  ['CREATE DATABASE other'],
  ['CREATE TABLE other ()'],
  ['CREATE TEMPORARY TABLE other ()'],
  ['ALTER TABLE "Run" ADD COLUMN other INT'],
  ['TRUNCATE "Run" CASCADE'],
  ['ALTER TABLE "AuditEntry" DISABLE TRIGGER USER'],
  [`UPDATE "AuditEntry" SET "byName" = ''`],
  [`UPDATE "AuditOutcome" SET "outcome" = 'done'`],
  ['DELETE FROM _prisma_migrations'],
])('it cannot %s', async (text) => {
  expect(await codeOf(api, text)).toBe(REFUSED);
});

it('it reads and writes tables, also those of a later migration once it is admitted again, by another password', async () => {
  await sql(postgres.url, 'CREATE TABLE "Later" (n INT)');
  expect(await codeOf(api, 'SELECT FROM "Later"')).toBe(REFUSED);
  const again = await admitApi(postgres.url);
  await sql(again, 'INSERT INTO "Later" VALUES (1); UPDATE "Later" SET n = 2; DELETE FROM "Later"');
  expect(await codeOf(api, 'SELECT')).toBe('28P01');
});
