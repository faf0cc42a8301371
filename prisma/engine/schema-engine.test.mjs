// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { runPrisma } from '../../scripts/prisma.mjs';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

/** In parts, as the schema of the product. */
const parts = {
  'settings.prisma': `
datasource db {
  provider = "postgresql"
}
`,
  'hosts.prisma': `
model Host {
  id   Int    @id @default(autoincrement())
  name String @unique
  runs Run[]
}
`,
  'runs.prisma': `
model Run {
  id     String @id @db.Uuid
  hostId Int
  host   Host   @relation(fields: [hostId], references: [id])
}
`,
};

// Constraints are where "char" is read: the CHECK, and on PostgreSQL 18 each NOT NULL.
const createHost = `
CREATE TABLE "Host" (
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  CONSTRAINT "Host_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Host_name_check" CHECK (length("name") > 0)
);
CREATE UNIQUE INDEX "Host_name_key" ON "Host"("name");
`;

const createRun = `
CREATE TABLE "Run" (
  "id" UUID NOT NULL,
  "hostId" INTEGER NOT NULL,
  CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "Run" ADD CONSTRAINT "Run_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
`;

const config = `export default {
  schema: 'schema',
  migrations: { path: 'migrations' },
  datasource: { url: process.env.DATABASE_URL },
}`;

/** @type {import('../../scripts/postgres.mjs').Postgres} */
let postgres;
/** @type {string} */
let folder;
/** @type {string} */
let dataDir;
let projectCount = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'schema-engine-'));
  dataDir = await mkdtemp(join(tmpdir(), 'schema-engine-postgres-'));
  postgres = await startPostgres({ dataDir });
});

afterAll(async () => {
  await postgres?.stop();
  for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true });
});

/**
 * A folder with a schema and these migrations, and the URL of a database that does not exist yet.
 *
 * @param {Record<string, string>} migrations SQL by name
 */
async function createProject(migrations) {
  const name = `project_${++projectCount}`;
  const cwd = join(folder, name);
  const databaseUrl = postgres.url.replace(/[^/]*$/, name);
  await mkdir(join(cwd, 'migrations'), { recursive: true });
  await mkdir(join(cwd, 'schema'));
  for (const [name, text] of Object.entries(parts)) await writeFile(join(cwd, 'schema', name), text);
  await writeFile(join(cwd, 'prisma.config.ts'), config);
  await writeFile(join(cwd, 'migrations/migration_lock.toml'), 'provider = "postgresql"\n');
  for (const [migration, sql] of Object.entries(migrations)) {
    await mkdir(join(cwd, 'migrations', migration));
    await writeFile(join(cwd, 'migrations', migration, 'migration.sql'), sql);
  }
  /** @type {(...args: string[]) => ReturnType<typeof runPrisma>} */
  const prisma = (...args) => runPrisma(args, { databaseUrl, cwd, capture: true });
  /** @type {(sql: string) => Promise<any[]>} */
  const query = (sql) => queryAt(databaseUrl, sql);
  return { cwd, databaseUrl, prisma, query };
}

/**
 * @param {string} url
 * @param {string} sql
 */
async function queryAt(url, sql) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const shadowDatabases = () =>
  queryAt(postgres.url, `SELECT datname FROM pg_database WHERE datname LIKE 'prisma_migrate_shadow%'`);

describe('migrate deploy', () => {
  test('makes the absent database and applies two migrations, after which nothing has drifted', async () => {
    const { prisma, query } = await createProject({ '1_host': createHost, '2_run': createRun });

    expect(await prisma('migrate', 'deploy')).toMatchObject({
      status: 0,
      output: expect.stringContaining('All migrations have been successfully applied'),
    });
    const applied = await query(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
    );
    expect(applied).toEqual([{ migration_name: '1_host' }, { migration_name: '2_run' }]);

    const fromMigrations = await prisma(
      'migrate',
      'diff',
      '--from-migrations',
      'migrations',
      '--to-schema',
      'schema',
      '--exit-code',
    );
    expect(fromMigrations).toMatchObject({ status: 0, output: expect.stringContaining('No difference detected') });
    const fromDatabase = await prisma(
      'migrate',
      'diff',
      '--from-config-datasource',
      '--to-schema',
      'schema',
      '--exit-code',
    );
    expect(fromDatabase).toMatchObject({ status: 0, output: expect.stringContaining('No difference detected') });
    expect(await shadowDatabases()).toEqual([]);
  });

  test('rolls a failed migration back whole and refuses to go on until it is resolved', async () => {
    const { prisma, query } = await createProject({
      '1_host': createHost,
      '2_broken': `${createRun} INSERT INTO "Absent" VALUES (1);`,
    });

    const failed = await prisma('migrate', 'deploy');
    expect(failed.status).toBe(1);
    expect(failed.output).toContain('P3018');
    expect(failed.output).toContain('Migration name: 2_broken');
    expect(failed.output).toContain('relation "Absent" does not exist (SQLSTATE 42P01, line 8)');
    expect(
      await query(`SELECT to_regclass('"Host"') IS NOT NULL AS host, to_regclass('"Run"') IS NOT NULL AS run`),
    ).toEqual([{ host: true, run: false }]);

    const next = await prisma('migrate', 'deploy');
    expect(next.status).toBe(1);
    expect(next.output).toContain('P3009');
  });

  test('applies a function body with semicolons in it', async () => {
    const { prisma, query } = await createProject({
      '1_function': `
        CREATE TABLE t (n int);
        CREATE FUNCTION add_twice(n int) RETURNS int LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO t VALUES (n); INSERT INTO t VALUES (n);
          RETURN (SELECT sum(t.n) FROM t);
        END;
        $$;`,
    });

    expect(await prisma('migrate', 'deploy')).toMatchObject({ status: 0 });
    expect(await query('SELECT add_twice(2)')).toEqual([{ add_twice: 4 }]);
  });

  test('four at once on an absent database apply each migration once', async () => {
    const { prisma, query } = await createProject({ '1_host': createHost, '2_run': createRun });

    const results = await Promise.all([1, 2, 3, 4].map(() => prisma('migrate', 'deploy')));

    expect(
      results.map((result) => result.status),
      results.map((result) => result.output).join('\n'),
    ).toEqual([0, 0, 0, 0]);
    expect(await query('SELECT migration_name FROM _prisma_migrations ORDER BY 1')).toEqual([
      { migration_name: '1_host' },
      { migration_name: '2_run' },
    ]);
  });
});

describe('migrate dev', () => {
  test('writes the migration that the schema lacks and leaves no shadow database', async () => {
    const { prisma } = await createProject({ '1_host': createHost });
    await prisma('migrate', 'deploy');

    expect(await prisma('migrate', 'dev', '--name', 'run')).toMatchObject({
      status: 0,
      output: expect.stringContaining('_run'),
    });
    expect(await prisma('migrate', 'status')).toMatchObject({
      status: 0,
      output: expect.stringContaining('2 migrations found'),
    });
    expect(await shadowDatabases()).toEqual([]);
  });

  test('applies a migration that is pending and writes the next one', async () => {
    const { prisma, query } = await createProject({ '1_host': createHost });

    const { status, output } = await prisma('migrate', 'dev', '--name', 'run');

    expect({ status, output }).toMatchObject({ status: 0, output: expect.stringContaining('_run') });
    expect(
      await query(`SELECT to_regclass('"Host"') IS NOT NULL AS host, to_regclass('"Run"') IS NOT NULL AS run`),
    ).toEqual([{ host: true, run: true }]);
  });
});

describe('a command that cannot work says so in one line', () => {
  test('wrong password', async () => {
    const { cwd, databaseUrl } = await createProject({ '1_host': createHost });
    const { status, output } = await runPrisma(['migrate', 'deploy'], {
      databaseUrl: databaseUrl.replace(/:[^:@]+@/, ':wrong@'),
      cwd,
      capture: true,
    });
    expect(status).toBe(1);
    expect(errorLines(output)).toEqual([
      `Error: P1000: The database server at 127.0.0.1:${postgres.port} refused user "postgres": password authentication failed for user "postgres".`,
    ]);
  });

  test('absent database', async () => {
    const { prisma } = await createProject({ '1_host': createHost });
    const { status, output } = await prisma('migrate', 'status');
    expect(status).toBe(1);
    expect(errorLines(output)).toEqual([
      `Error: P1003: Database "project_${projectCount}" does not exist on the server at 127.0.0.1:${postgres.port}.`,
    ]);
  });

  test('absent server', async () => {
    const { cwd } = await createProject({ '1_host': createHost });
    const { status, output } = await runPrisma(['migrate', 'deploy'], {
      databaseUrl: 'postgresql://postgres:x@127.0.0.1:1/x',
      cwd,
      capture: true,
    });
    expect(status).toBe(1);
    expect(errorLines(output)).toEqual([
      'Error: P1001: Cannot use the database server at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1.',
    ]);
  });
});

test('the migrations of the product lead to its schema', async () => {
  const databaseUrl = postgres.url.replace(/[^/]*$/, 'product');
  expect(await runPrisma(['migrate', 'deploy'], { databaseUrl, capture: true })).toMatchObject({ status: 0 });
  const diff = ['migrate', 'diff', '--from-config-datasource', '--to-schema', 'prisma/schema', '--exit-code'];
  const { status, output } = await runPrisma(diff, { databaseUrl, capture: true });
  expect(output).toContain('No difference detected');
  expect(status).toBe(0);
});

/** @param {string} output */
function errorLines(output) {
  return output.split('\n').filter((line) => line.includes('Error'));
}

describe('schema engine process', () => {
  /** @param {object} request */
  function startEngine(request) {
    const path = fileURLToPath(new URL('schema-engine.mjs', import.meta.url));
    const engine = spawn(process.execPath, [path, '--datasource', JSON.stringify({ url: postgres.url })], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void engine.kill('SIGKILL'));
    engine.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`);
    return engine;
  }

  /**
   * The request to compare one migration, which takes a shadow database, with an empty schema.
   *
   * @param {string} sql
   */
  function comparisonOf(sql) {
    const migration = {
      path: '1_migration',
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    };
    const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"' };
    const from = {
      tag: 'migrations',
      baseDir: folder,
      lockfile,
      shadowDbInitScript: '',
      migrationDirectories: [migration],
    };
    const filters = { externalTables: [], externalEnums: [] };
    return {
      id: 1,
      method: 'diff',
      params: { from, to: { tag: 'empty' }, script: false, exitCode: null, shadowDatabaseUrl: null, filters },
    };
  }

  test('told to end in the middle of a comparison, drops its shadow database first', async () => {
    const engine = startEngine(comparisonOf('SELECT pg_sleep(60);'));
    const ended = once(engine, 'exit');
    const sleeping = `SELECT 1 FROM pg_stat_activity WHERE datname LIKE 'prisma_migrate_shadow%' AND query LIKE '%pg_sleep(60)%'`;
    await vi.waitUntil(async () => (await queryAt(postgres.url, sleeping)).length > 0, { timeout: 10_000 });

    engine.kill('SIGTERM');

    await ended;
    expect(await shadowDatabases()).toEqual([]);
  });

  test('gives a shadow database back as soon as the comparison is done', async () => {
    const engine = startEngine(comparisonOf('SELECT 1;'));
    await once(engine.stdout, 'data');
    expect(await shadowDatabases()).toEqual([]);
  });

  test('answers the request on which the WebAssembly engine panics', async () => {
    const engine = startEngine({ id: 7, method: 'debugPanic' });
    const [line] = await once(engine.stdout.setEncoding('utf8'), 'data');
    expect(JSON.parse(line)).toMatchObject({
      id: 7,
      error: { data: { is_panic: false, message: expect.stringContaining('panic') } },
    });
  });
});
