// @ts-check
/** Artifacts, shared documents and packed samples: files that are named by their SHA-256, in a backup as in an instance. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { BlobMismatch } from '../../api/platform/blobs/blob-store.ts';
import { checkedBytes } from '../../api/platform/blobs/checked-bytes.ts';
import { DiskStore } from '../../api/platform/blobs/disk-store.ts';
import { copyBlobs } from '../../api/platform/blobs/move-blobs.ts';
import { Sentence } from '../start/sentence.mjs';
import { MISSING_NAMED } from './manifest.mjs';
import { hasColumns } from './tables.mjs';

/** @typedef {import('../../api/platform/blobs/blob-store.ts').BlobStore} BlobStore */
/** @typedef {import('./tables.mjs').Table} Table */
/** @typedef {import('./manifest.mjs').Manifest} Manifest */

const ROWS_AT_ONCE = 10_000;

/** Rows that refer to files, as `listNeeded` of api/runs/store/artifacts.ts: those of runs that were deleted and of closed links need theirs no more. */
const REFERENCES = [
  {
    needs: { Artifact: ['sha256'], Run: ['deletedAtUs'] },
    sql: 'SELECT a."sha256" FROM "Artifact" a JOIN "Run" r ON r."id" = a."runId" WHERE r."deletedAtUs" IS NULL',
  },
  {
    needs: { Share: ['documentSha256', 'revokedAtUs', 'expiresAtUs'] },
    sql: `SELECT "documentSha256" FROM "Share" WHERE "revokedAtUs" IS NULL
      AND ("expiresAtUs" IS NULL OR "expiresAtUs" > extract(epoch FROM now()) * 1e6)`,
  },
  {
    needs: { SampleChunk: ['packSha256'], Run: ['deletedAtUs'] },
    sql: `SELECT c."packSha256" FROM "SampleChunk" c JOIN "Run" r ON r."id" = c."runId"
      WHERE c."packSha256" IS NOT NULL AND r."deletedAtUs" IS NULL`,
  },
  {
    needs: { Run: ['spec', 'deletedAtUs'] },
    sql: `SELECT sent #>> '{}' FROM "Run", jsonb_path_query("spec", '$.requests[*].body.sha256') sent WHERE "deletedAtUs" IS NULL`,
  },
  {
    needs: { ExperimentConfiguration: ['spec'] },
    sql: `SELECT sent #>> '{}' FROM "ExperimentConfiguration", jsonb_path_query("spec", '$.requests[*].body.sha256') sent`,
  },
];

/** @param {string} backup */
export const filesOf = (backup) => new DiskStore(path.join(backup, 'files'));

/** @param {string} backup */
const listFile = (backup) => path.join(backup, 'files.list');

/**
 * Copies what the stores have, and says which files rows of the snapshot refer to that were not there.
 *
 * @param {{ client: import('pg').Client, tables: Table[] }} snapshot
 * @param {BlobStore[]} stores
 * @param {string} backup
 * @param {{ moved: (bytes: number) => void, stopping: AbortSignal }} how
 * @returns {Promise<NonNullable<Manifest['files']>>}
 */
export async function writeFiles(snapshot, stores, backup, { moved, stopping }) {
  const target = telling(filesOf(backup), moved);
  for (const store of stores) await copyBlobs(store, target, { files: 0, bytes: 0, damaged: [] }, stopping);
  stopping.throwIfAborted();
  const listed = await writeList(backup, target);
  const missing = { missing: 0, missingNamed: /** @type {string[]} */ ([]) };
  for await (const sha256 of referred(snapshot)) {
    if ((await target.sizeOf(sha256)) !== null) continue;
    missing.missing += 1;
    if (missing.missingNamed.length < MISSING_NAMED) missing.missingNamed.push(sha256);
  }
  return { ...listed, ...missing };
}

/** Tells how many bytes come. @param {DiskStore} store @param {(bytes: number) => void} moved */
function telling(store, moved) {
  const put = store.put.bind(store);
  store.put = (sha256, bytes, sizeBytes) => {
    bytes.on('data', (/** @type {Buffer} */ { length }) => moved(length)).pause();
    return put(sha256, bytes, sizeBytes);
  };
  return store;
}

/** @param {string} backup @param {BlobStore} store */
async function writeList(backup, store) {
  const list = await open(listFile(backup), 'wx', 0o600);
  const hash = createHash('sha256');
  const listed = { count: 0, bytes: 0 };
  try {
    for await (const { sha256, sizeBytes } of store.list()) {
      const line = `${sha256} ${sizeBytes}\n`;
      hash.update(line);
      await list.write(line);
      listed.count += 1;
      listed.bytes += sizeBytes;
    }
    await list.sync();
  } finally {
    await list.close();
  }
  return { ...listed, sha256: hash.digest('hex') };
}

/** @param {{ client: import('pg').Client, tables: Table[] }} snapshot */
async function* referred({ client, tables }) {
  const asked = REFERENCES.filter(({ needs }) =>
    Object.entries(needs).every(([table, columns]) => hasColumns(tables, table, columns)),
  );
  if (asked.length === 0) return;
  await client.query(`DECLARE referred NO SCROLL CURSOR FOR ${asked.map(({ sql }) => `(${sql})`).join(' UNION ')}`);
  for (;;) {
    const { rows } = await client.query({ text: `FETCH ${ROWS_AT_ONCE} FROM referred`, rowMode: 'array' });
    if (rows.length === 0) return;
    for (const [sha256] of rows) yield/** @type {string} */ (sha256);
  }
}

/**
 * Each file of a backup, in the order of its list.
 *
 * @param {string} backup
 * @param {Manifest} manifest
 */
async function* listed(backup, { files }) {
  if (!files) return;
  const hash = createHash('sha256');
  for await (const line of createInterface({ input: createReadStream(listFile(backup)) })) {
    hash.update(`${line}\n`);
    const [sha256 = '', size] = line.split(' ');
    yield { sha256, sizeBytes: Number(size) };
  }
  if (hash.digest('hex') !== files.sha256)
    throw new Sentence(`The list of files in ${backup} is damaged: use another backup.`);
}

/** Reads every file. @param {string} backup @param {Manifest} manifest @param {(bytes: number) => void} moved */
export async function checkFiles(backup, manifest, moved) {
  const store = filesOf(backup);
  for await (const { sha256 } of listed(backup, manifest)) {
    if (!(await isWhole(store, sha256, moved)))
      throw new Sentence(`The file ${sha256} of ${backup} is missing or damaged: use another backup.`);
  }
}

/**
 * Brings every file of a backup to a store, and reads it there.
 *
 * @param {string} backup
 * @param {Manifest} manifest
 * @param {BlobStore} target
 * @param {{ moved: (bytes: number) => void, stopping: AbortSignal }} how
 */
export async function placeFiles(backup, manifest, target, { moved, stopping }) {
  const source = filesOf(backup);
  const copied = { files: 0, bytes: 0, damaged: [] };
  await copyBlobs(source, target, copied, stopping);
  stopping.throwIfAborted();
  for await (const { sha256, sizeBytes } of listed(backup, manifest)) {
    if (await isWhole(target, sha256, moved)) continue;
    // What lay there before was damaged.
    const found = await source.open(sha256);
    if (found) await target.put(sha256, found.bytes, sizeBytes);
    if (!(await isWhole(target, sha256, moved)))
      throw new Error(`${target.place} does not have ${sha256} after it took it`);
  }
}

/** @param {BlobStore} store @param {string} sha256 @param {(bytes: number) => void} moved */
async function isWhole(store, sha256, moved) {
  const found = await store.open(sha256);
  if (!found) return false;
  try {
    for await (const { length } of checkedBytes(sha256, found.bytes)) moved(length);
    return true;
  } catch (error) {
    if (error instanceof BlobMismatch) return false;
    throw error;
  } finally {
    found.bytes.destroy();
  }
}
