// @ts-check
/**
 * What the API asks of its starter, by the pipe between them: the API's user may neither build nor read what is root's. Whoever runs
 * code in the API may ask too, so nothing else is done, and a file is read only where a setting names it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { certificateFiles, requireOutside } from './api-rights.mjs';
import { buildPrograms } from './build.mjs';
import { root } from './settings.mjs';

/** What it is told of the end of a failure. */
const FAULT_CHARACTERS = 2000;

/** @typedef {{ id: number, done: string } | { id: number, fault: string }} Answer as of api/platform/starter.ts */

/**
 * @param {any} question
 * @param {string} data the data folder, of which the API has a part
 * @returns {Promise<Answer | null>} null: it is none
 */
export async function answerApi(question, data) {
  const { id, build, read } = question ?? {};
  if (!Number.isSafeInteger(id)) return null;
  try {
    if (build !== undefined) return { id, done: await builtOnce(build) };
    if (read !== undefined) return { id, done: certificateFile(read, data) };
    return null;
  } catch (error) {
    return { id, fault: String(/** @type {Error} */ (error).message).slice(-FAULT_CHARACTERS) };
  }
}

/** What the API may ask for: hosts' programs together, and the command line. */
const BUILT = /^(linux-(amd64|arm64) agent server|(linux|darwin)-(amd64|arm64) millionrps)$/;

/** Builds under way, one after another: an API that is started again asks again. @type {Map<string, Promise<string>>} */
const building = new Map();

/** @param {unknown} asked a platform and names of programs */
function builtOnce(asked) {
  const key = Array.isArray(asked) ? asked.join(' ') : '';
  if (!BUILT.test(key)) throw new Error('These are no programs that are built on request.');
  const under = building.get(key);
  if (under) return under;
  const [platform = '', ...names] = key.split(' ');
  const before = Promise.allSettled(building.values());
  const build = before
    .then(() => buildPrograms(platform, names))
    .then(() => '')
    .finally(() => building.delete(key));
  building.set(key, build);
  return build;
}

/** @param {unknown} file @param {string} data */
function certificateFile(file, data) {
  const named = certificateFiles(process.env);
  if (named.length !== 2 || typeof file !== 'string' || !named.includes(file))
    throw new Error('MILLIONRPS_TLS does not name that file.');
  // An ordinary user is the API's user, too, and reads nothing more than it does.
  if (process.getuid?.() === 0) requireOutside(file, data);
  try {
    return readFileSync(path.resolve(root, file), 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read: ${/** @type {NodeJS.ErrnoException} */ (error).code}.`);
  }
}
