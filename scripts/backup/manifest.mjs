// @ts-check
/** What stands in a backup's manifest.json, which is written last: without it a folder is no backup. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { Sentence } from '../start/sentence.mjs';

/** Raised when an older release could not read what is written. */
export const FORMAT = 1;
const MANIFEST = 'manifest.json';
const MANIFEST_BYTES_MOST = 4 * 1024 * 1024;
/** Of files that were not there, so many are named. */
export const MISSING_NAMED = 100;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().min(1).max(255);
const count = z.number().int().min(0);

const manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the release that wrote it. */
  release: name,
  /** Of the snapshot, in microseconds since the Unix epoch. */
  takenAtUs: count,
  /** Null: the database is older than instances that have an id. */
  instanceId: z.uuid().nullable(),
  /** Major version of the server. */
  postgres: z.number().int().min(1).max(99),
  /** Those that the database had, in the order of their names, with the checksums of its ledger. */
  migrations: z.array(z.object({ name, sha256 })).max(10_000),
  /** In the order in which they can be filled; bytes and hash of their rows as text, in the order of their keys. */
  tables: z.array(z.object({ name, columns: z.array(name).max(1600), rows: count, bytes: count, sha256 })).max(1000),
  /** Of the data folder. */
  secrets: z.array(z.object({ name, sha256 })).max(100),
  /** Artifacts, shared documents and packed samples; null: they were left out. The hash is of their list. */
  files: z
    .object({
      count,
      bytes: count,
      sha256,
      /** How many files rows refer to that were not there, or whose bytes were no longer theirs. */
      missing: count,
      missingNamed: z.array(sha256).max(MISSING_NAMED),
    })
    .nullable(),
});

/** @typedef {z.infer<typeof manifest>} Manifest */

/** @param {string} folder @param {Manifest} content */
export async function writeManifest(folder, content) {
  const text = `${JSON.stringify(manifest.parse(content), null, 1)}\n`;
  await writeFile(path.join(folder, MANIFEST), text, { mode: 0o600, flag: 'wx', flush: true });
}

/**
 * Throws a Sentence for what is no backup, or one of a release that writes them in another way.
 *
 * @param {string} folder
 * @returns {Promise<Manifest>}
 */
export async function readManifest(folder) {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Sentence(
      `${folder} is no backup: it has no ${MANIFEST}. One whose name contains .partial was not finished.`,
    );
  });
  const found = text.length > MANIFEST_BYTES_MOST ? null : parsed(text);
  if (typeof found?.format === 'number' && found.format > FORMAT)
    throw new Sentence(
      `${folder} was written by the newer release ${shown(found.release)}: restore it with that release, or a later one.`,
    );
  const checked = manifest.safeParse(found);
  if (checked.success) return checked.data;
  throw new Sentence(`The ${MANIFEST} of ${folder} is damaged: use another backup.`);
}

/** @param {unknown} release */
const shown = (release) => (typeof release === 'string' && /^[\w.+-]{1,40}$/.test(release) ? release : 'of millionrps');

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
