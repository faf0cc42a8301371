// @ts-check
/** What an instance holds: rows, files, descriptors, memory. */
import { readdirSync, readFileSync, readlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LEDGER, quoted, readTables } from '../../backup/tables.mjs';
import { KEPT } from './kept.ts';

/** @typedef {import('./instance.mjs').SoakInstance} SoakInstance */

const KB_PER_MB = 1024;
const STEADY_LOOKS = 4;
const MOST_LOOKS = 60;
const LOOK_EVERY_MS = 500;
const MONTHS_AGO_MS = 40 * 86_400_000;

/** @param {SoakInstance} instance @returns {Promise<Map<string, number>>} by table */
export async function rowsOf({ stored }) {
  const client = await stored.pool.connect();
  try {
    const counts = new Map();
    for (const { name } of await readTables(client)) {
      if (name === LEDGER) continue;
      if (!(name in KEPT)) throw new Error(`scripts/test/soak/kept.ts does not say how long rows of ${name} stay`);
      counts.set(name, (await client.query(`SELECT count(*)::int AS n FROM ${quoted(name)}`)).rows[0].n);
    }
    return counts;
  } finally {
    client.release();
  }
}

/**
 * Tables that have more rows than before, of those whose rows should be gone again.
 *
 * @param {Map<string, number>} before
 * @param {Map<string, number>} after
 * @returns {{ name: string, more: number }[]}
 */
export const grownTables = (before, after) =>
  [...after]
    .map(([name, count]) => ({ name, more: count - (before.get(name) ?? 0) }))
    .filter(({ name, more }) => more > 0 && KEPT[/** @type {keyof typeof KEPT} */ (name)] !== 'record');

/** Files in the data folder and among temporary ones. @param {Pick<SoakInstance, 'data' | 'temporary'>} instance @returns {string[]} */
export const filesOf = ({ data, temporary }) =>
  [data, temporary].flatMap((top) =>
    readdirSync(top, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );

/** A file that was written within the hour may still be waited for, so it is not removed. @param {SoakInstance} instance */
export function ageFiles(instance) {
  const longAgo = new Date(Date.now() - MONTHS_AGO_MS);
  for (const file of filesOf(instance)) utimesSync(file, longAgo, longAgo);
}

/**
 * Descriptors of the API once their number stands still: connections to PostgreSQL apart, of which its pools open and close
 * some as they are needed.
 *
 * @param {SoakInstance} instance
 * @returns {Promise<{ database: number, others: number }>}
 */
export async function descriptorsOf({ pid, postgres }) {
  const port = Number(new URL(postgres.url).port);
  let last = countDescriptors(pid, port);
  for (let looks = 0, steady = 0; looks < MOST_LOOKS && steady < STEADY_LOOKS; looks++) {
    await sleep(LOOK_EVERY_MS);
    const now = countDescriptors(pid, port);
    steady = now.others === last.others ? steady + 1 : 0;
    last = now;
  }
  return last;
}

/** @param {number} pid @param {number} port of PostgreSQL */
function countDescriptors(pid, port) {
  const sockets = databaseSockets(pid, port);
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  const database = links.filter((link) => sockets.has(link)).length;
  return { database, others: links.length - database };
}

/** @param {string} file */
function linkOf(file) {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

/** As descriptors name them. @param {number} pid @param {number} port @returns {Set<string>} */
function databaseSockets(pid, port) {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = ['tcp', 'tcp6'].flatMap((file) => readFileSync(`/proc/${pid}/net/${file}`, 'utf8').split('\n'));
  const fields = lines.map((line) => line.trim().split(/\s+/));
  return new Set(fields.filter(([, , remote]) => remote?.endsWith(ending)).map((of) => `socket:[${of[9]}]`));
}

/** Memory once garbage is collected. @param {SoakInstance} instance @returns {Promise<{ heldMb: number, rssMb: number }>} */
export async function memoryOf({ held, pid }) {
  // What the first collection frees, finalizers free more of.
  await held.readMb(pid);
  await sleep(500);
  const heldMb = await held.readMb(pid);
  const rss = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/);
  return { heldMb, rssMb: Number(rss?.[1] ?? 0) / KB_PER_MB };
}
