// @ts-check
import { readFile } from 'node:fs/promises';
import { keptPassword, layout, superuser } from './cluster.mjs';

/**
 * The address of the server that runs on a folder, which `startPostgres` of another process started.
 *
 * @param {string} dataDir
 * @param {string} [database]
 */
export async function runningUrl(dataDir, database = 'millionrps') {
  const files = layout(dataDir);
  const port = (await readFile(files.port, 'utf8')).trim();
  return `postgresql://${superuser}:${await keptPassword(files)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}
