// @ts-check
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { hold } from '../start/ending.mjs';
import { readSettings, runningInstance } from '../start/settings.mjs';

/**
 * The address of the instance's database, brought up to date: DATABASE_URL, that of the instance that runs, or that of the data folder,
 * which is started for as long as this script runs.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<string>}
 */
export async function ownDatabase(say) {
  const settings = readSettings(process.env);
  if (settings.databaseUrl) return settings.databaseUrl;
  // An image is given the address and has none of these.
  const own = ['../postgres/running.mjs', '../postgres.mjs', '../prisma.mjs'];
  const [{ runningUrl }, { startPostgres }, { runPrisma }] = await Promise.all(own.map((file) => import(file)));
  const dataDir = path.join(settings.data, 'postgres');
  if (runningInstance(settings.data)) return runningUrl(dataDir);
  say('starting PostgreSQL');
  mkdirSync(settings.data, { recursive: true });
  const postgres = await startPostgres({ dataDir });
  hold(postgres.stop);
  const { status, output } = await runPrisma(['migrate', 'deploy'], { databaseUrl: postgres.url, capture: true });
  if (status !== 0) throw new Error(output);
  return postgres.url;
}
