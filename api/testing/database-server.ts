import { chmod, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
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
  project.provide('templateUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
