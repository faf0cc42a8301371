// @ts-check
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startPostgres } from '../postgres.mjs';
import { runPrisma } from '../prisma.mjs';
import { root } from '../start/settings.mjs';
import { copyBeforeUpgrade } from './before-upgrade.mjs';
import { fillDatabase, MAKE_LEDGER } from './database-in.mjs';
import { connect } from './database-out.mjs';
import { requireRoom } from './folder.mjs';
import { readManifest } from './manifest.mjs';

const MIGRATIONS = readdirSync(path.join(root, 'prisma/migrations'))
  .filter((name) => /^\d/.test(name))
  .sort();

/** @type {string} */ let data;
/** @type {string[]} */ let said;
/** @type {Awaited<ReturnType<typeof startPostgres>>} */ let postgres;
/** @type {string} */ let url;
let databases = 0;

beforeAll(async () => {
  data = mkdtempSync('/tmp/mrps-upgrade-');
  chmodSync(data, 0o755);
  postgres = await startPostgres({ dataDir: path.join(data, 'postgres') });
});
afterAll(async () => {
  await postgres?.stop();
  if (data) rmSync(data, { recursive: true, force: true });
});
beforeEach(async () => {
  said = [];
  rmSync(path.join(data, 'copies'), { recursive: true, force: true });
  const name = `upgrade_${++databases}`;
  await sql(postgres.url, `CREATE DATABASE ${name}`);
  url = postgres.url.replace(/[^/]*$/, name);
});

/** @param {string} at @param {string} text */
async function sql(at, text) {
  const client = await connect(at);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A database as an earlier release left it, which lacks the last migrations. @param {number} lacking */
async function asReleased(lacking) {
  const client = await connect(url);
  await client.query(MAKE_LEDGER);
  for (const name of MIGRATIONS.slice(0, MIGRATIONS.length - lacking)) {
    const text = readFileSync(path.join(root, 'prisma/migrations', name, 'migration.sql'), 'utf8');
    await client.query(text);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES (gen_random_uuid()::text, encode(sha256($1), 'hex'), $2, now())`,
      [Buffer.from(text), name],
    );
  }
  await client.end();
}

const addUser = () =>
  sql(url, `INSERT INTO "User" ("id", "name", "email", "updatedAt") VALUES ('1', 'Ann', 'ann@example.org', now())`);
const copy = (kept = 3) => copyBeforeUpgrade({ url, data, report: (line) => said.push(line), kept });
const lastApplied = async () =>
  (await sql(url, 'SELECT max(migration_name) AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL'))[0].name;

it('a database is copied before an upgrade, and the copy leads back to what it was', async () => {
  await asReleased(1);
  await addUser();
  const folder = (await copy()) ?? '';
  expect(said.join('\n')).toContain(`npm run restore -- ${folder} --replace`);
  expect((await runPrisma(['migrate', 'deploy'], { databaseUrl: url, capture: true })).status).toBe(0);
  await sql(url, `UPDATE "User" SET "name" = 'of the new release'`);
  expect(await lastApplied()).toBe(MIGRATIONS.at(-1));

  const manifest = await readManifest(folder);
  await fillDatabase(url, { folder, manifest, replace: true, moved: () => {} }, async () => {});
  expect(await lastApplied()).toBe(MIGRATIONS.at(-2));
  expect(await sql(url, 'SELECT "name" FROM "User"')).toEqual([{ name: 'Ann' }]);

  // And forward again.
  expect((await runPrisma(['migrate', 'deploy'], { databaseUrl: url, capture: true })).status).toBe(0);
  expect(await sql(url, 'SELECT "name" FROM "User"')).toEqual([{ name: 'Ann' }]);
});

it('nothing is copied where nothing changes, where there is no data, and where nobody wants it', async () => {
  expect(await copy()).toBeNull();
  await asReleased(1);
  expect(await copy()).toBeNull();
  await addUser();
  expect(await copy(0)).toBeNull();
  await runPrisma(['migrate', 'deploy'], { databaseUrl: url, capture: true });
  expect(await copy()).toBeNull();
});

it('the last few copies are kept, and whatever else lies beside them', async () => {
  await asReleased(1);
  await addUser();
  const folder = (await copy()) ?? '';
  for (const year of [2001, 2002, 2003])
    cpSync(folder, path.join(data, `copies/before-upgrade-${year}-01-01T00-00-00Z`), { recursive: true });
  cpSync(folder, path.join(data, 'copies/mine'), { recursive: true });
  rmSync(folder, { recursive: true });
  const last = path.basename((await copy(2)) ?? '');
  expect(readdirSync(path.join(data, 'copies')).sort()).toEqual(['before-upgrade-2003-01-01T00-00-00Z', last, 'mine']);
});

it('a database that a later release has changed is refused', async () => {
  await asReleased(0);
  await sql(
    url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', 'a', '29990101000000_later', now())`,
  );
  await expect(copy()).rejects.toThrow('A later release has changed this database (29990101000000_later)');
});

it('a disk without room is named before anything is written', async () => {
  await expect(requireRoom(path.join(data, 'copies/a'), 1e18)).rejects.toThrow(
    /^\/tmp\/mrps-upgrade-\w+ has too little room for the copy: free [\d,]+ MiB there, and try again\.$/,
  );
});
