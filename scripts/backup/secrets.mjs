// @ts-check
/** What an instance keeps in its data folder besides files and PostgreSQL: the keys by which people and agents know it again. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Sentence } from '../start/sentence.mjs';

/** A session's signature and webhooks' secrets hang on the first; agents have pinned the key of the certificate. */
const SECRETS = ['session-secret', 'admin-token', 'tls/key.pem', 'tls/certificate.pem'];

/**
 * Of the data folder: follows no link, hard or symbolic. The API could put one to a file that only root reads, and a restore would give it
 * what that says.
 *
 * @param {string} file
 */
const ownContent = (file) => contentOf(file, 1);

/**
 * Null: it is not there. Neither a link nor a pipe, which nobody may ever write to.
 *
 * @param {string} file
 * @param {number} [namesMost] hard links; a backup may share its files with others
 * @returns {Promise<Buffer | null>}
 */
async function contentOf(file, namesMost = Number.POSITIVE_INFINITY) {
  try {
    return await plainContent(file, namesMost);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP') throw new Sentence(`${file} is a link, which is not followed: put the file itself there.`);
    throw error;
  }
}

/** @param {string} file @param {number} namesMost */
async function plainContent(file, namesMost) {
  const opened = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await opened.stat();
    if (!found.isFile() || found.nlink > namesMost)
      throw new Sentence(`${file} is no file of its own (a pipe, or a hard link): put a copy in its place.`);
    return await opened.readFile();
  } finally {
    await opened.close();
  }
}

/** @param {Buffer} content */
const hashOf = (content) => createHash('sha256').update(content).digest('hex');

/** @param {string} backup @param {string} name */
const kept = (backup, name) => path.join(backup, 'secrets', name);

/** @param {string} data @param {string} backup */
export async function writeSecrets(data, backup) {
  const written = [];
  for (const name of SECRETS) {
    const content = await ownContent(path.join(data, name));
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
    const there = await ownContent(path.join(data, name));
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

/** For whom the folder belongs to: the certificate is the API's, which is not root where root restores. @param {string} file @param {Buffer} content */
async function place(file, content) {
  const [folder, partial] = [path.dirname(file), `${file}.partial`];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(partial, { force: true });
  const opened = await open(partial, 'wx', 0o600);
  try {
    const { uid, gid } = await stat(folder);
    if (process.getuid?.() === 0 && uid !== 0) await opened.chown(uid, gid);
    await opened.writeFile(content);
    await opened.sync();
  } finally {
    await opened.close();
  }
  await rename(partial, file);
}
