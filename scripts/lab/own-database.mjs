// @ts-check
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { copyBeforeUpgrade } from '../backup/before-upgrade.mjs';
import { hold } from '../start/ending.mjs';
import { readSettings, runningInstance } from '../start/settings.mjs';

/**
 * The address of the instance's database: DATABASE_URL, that of the instance that runs, or that of the data folder, which is started for as
 * long as this script runs. Its tables may be those of an earlier release, or not be there.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<string>}
 */
export async function databaseAsItIs(say) {
  const settings = readSettings(process.env);
  if (settings.databaseUrl) return settings.databaseUrl;
  // An image is given the address and has none of these.
  const own = ['../postgres/running.mjs', '../postgres.mjs'];
  const [{ runningUrl }, { startPostgres }] = await Promise.all(own.map((file) => import(file)));
  const dataDir = path.join(settings.data, 'postgres');
  if (runningInstance(settings.data)) return runningUrl(dataDir);
  say('starting PostgreSQL');
  mkdirSync(settings.data, { recursive: true });
  const postgres = await startPostgres({ dataDir });
  hold(postgres.stop);
  return postgres.url;
}

/**
 * The same, and brought up to date where no instance does so.
 *
 * @param {(line: string) => void} say
 */
export async function ownDatabase(say) {
  const { databaseUrl, data, upgradeCopies } = readSettings(process.env);
  const url = await databaseAsItIs(say);
  if (databaseUrl || runningInstance(data)) return url;
  const script = '../prisma.mjs';
  const { runPrisma } = await import(script);
  await copyBeforeUpgrade({ url, data, report: say, kept: upgradeCopies });
  const { status, output } = await runPrisma(['migrate', 'deploy'], { databaseUrl: url, capture: true });
  if (status !== 0) throw new Error(output);
  return url;
}
