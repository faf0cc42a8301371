import { chmod, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres.mjs';
import { runPrisma } from '../../scripts/prisma.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that tests copy and never write to. */
    templateUrl: string;
  }
}

/** One real PostgreSQL for all tests of the API. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp('/tmp/millionrps-api-test-');
  // PostgreSQL refuses to run as root, so for root another user has to get in.
  await chmod(folder, 0o755);
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), database: 'template' });
  const { status, output } = await runPrisma(['migrate', 'deploy'], { databaseUrl: postgres.url, capture: true });
  if (status !== 0) throw new Error(output);
  await waitForNoDisk(postgres.url);
  project.provide('templateUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** No test outlives this server, so nothing of it has to survive a loss of power; each copy of the template waited for the disk. */
async function waitForNoDisk(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']) {
      await client.query(`ALTER SYSTEM SET ${setting} = off`);
    }
    await client.query('SELECT pg_reload_conf()');
  } finally {
    await client.end();
  }
}
