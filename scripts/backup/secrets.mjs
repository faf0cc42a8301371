// @ts-check
/** What an instance keeps in its data folder besides files and PostgreSQL: the keys by which people and agents know it again. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Sentence } from '../start/sentence.mjs';

/** A session's signature and webhooks' secrets hang on the first; agents have pinned the key of the certificate. */
const SECRETS = ['session-secret', 'admin-token', 'tls/key.pem', 'tls/certificate.pem'];

/** @param {string} file @returns {Promise<Buffer | null>} */
const contentOf = (file) => readFile(file).catch((error) => (error.code === 'ENOENT' ? null : Promise.reject(error)));

/** @param {Buffer} content */
const hashOf = (content) => createHash('sha256').update(content).digest('hex');

/** @param {string} backup @param {string} name */
const kept = (backup, name) => path.join(backup, 'secrets', name);

/** @param {string} data @param {string} backup */
export async function writeSecrets(data, backup) {
  const written = [];
  for (const name of SECRETS) {
    const content = await contentOf(path.join(data, name));
    if (!content) continue;
    await place(kept(backup, name), content);
    written.push({ name, sha256: hashOf(content) });
  }
  return written;
}

/**
 * The secrets of a backup. Throws a Sentence where one is not what it was.
 *
 * @param {string} backup
 * @param {import('./manifest.mjs').Manifest} manifest
 */
export async function readSecrets(backup, { secrets }) {
  const read = [];
  for (const { name, sha256 } of secrets) {
    if (!SECRETS.includes(name)) throw new Sentence(`The backup has the unknown secret ${name}: use another backup.`);
    const content = await contentOf(kept(backup, name));
    if (!content || hashOf(content) !== sha256)
      throw new Sentence(`${kept(backup, name)} is missing or damaged: use another backup.`);
    read.push({ name, content });
  }
  return read;
}

/**
 * @typedef {Awaited<ReturnType<typeof readSecrets>>} Secrets
 *
 * @param {string} data
 * @param {Secrets} secrets
 */
export async function refuseOtherSecrets(data, secrets) {
  for (const { name, content } of secrets) {
    const there = await contentOf(path.join(data, name));
    if (there && !there.equals(content))
      throw new Sentence(
        `The data folder ${data} has another ${name}: restore into an empty folder, or add --replace, which loses what it has.`,
      );
  }
}

/** @param {string} data @param {Secrets} secrets */
export async function placeSecrets(data, secrets) {
  for (const { name, content } of secrets) await place(path.join(data, name), content);
}

/** @param {string} file @param {Buffer} content */
async function place(file, content) {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.partial`, content, { mode: 0o600, flush: true });
  await rename(`${file}.partial`, file);
}
