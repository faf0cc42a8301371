// @ts-check
/** A copy of the database before a release changes its tables: the way back to the release before. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Sentence } from '../start/sentence.mjs';
import { root } from '../start/settings.mjs';
import { copyDatabase } from './copy-database.mjs';
import { hasData } from './database-in.mjs';
import { connect } from './database-out.mjs';
import { LEDGER, readTables } from './tables.mjs';

const COPIES = 'copies';
const NAME = /^before-upgrade-[\dTZ-]+$/;

/**
 * Copies the database into the data folder if this release is about to change a database that has data; the last few copies are kept.
 * Throws a Sentence where there is no room, and where a later release has changed it already.
 *
 * @param {{ url: string, data: string, report: (line: string) => void, kept: number }} of kept: 0 for no copy
 * @returns {Promise<string | null>} its folder
 */
export async function copyBeforeUpgrade({ url, data, report, kept }) {
  if (!(await isDue(url)) || kept === 0) return null;
  const stamp = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  const folder = path.join(data, COPIES, `before-upgrade-${stamp}`);
  report('copying the database before its tables change');
  await copyDatabase(url, folder, report).catch((error) => {
    if (!(error instanceof Sentence)) throw error;
    throw new Sentence(
      `${error.message} The tables are as they were. MILLIONRPS_UPGRADE_COPIES=0 starts without a copy.`,
    );
  });
  report(`copied it to ${folder}`);
  report(`to go back: stop, "npm run restore -- ${folder} --replace", and start the release before`);
  await removeOld(path.join(data, COPIES), kept);
  return folder;
}

/** @param {string} url */
async function isDue(url) {
  const client = await connect(url);
  try {
    const tables = await readTables(client);
    if (!tables.some(({ name }) => name === LEDGER)) return false;
    const { rows } = await client.query(`SELECT migration_name AS name FROM ${LEDGER}
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`);
    const applied = new Set(rows.map(({ name }) => name));
    const known = await migrationNames();
    const later = [...applied].filter((name) => !known.includes(name));
    if (later.length > 0)
      throw new Sentence(
        `A later release has changed this database (${later.at(-1)}): start that release, or restore the copy that it made before, by "npm run restore -- COPY --replace" of that release.`,
      );
    return known.some((name) => !applied.has(name)) && (await hasData(client, tables)) !== null;
  } finally {
    await client.end();
  }
}

async function migrationNames() {
  const entries = await readdir(path.join(root, 'prisma/migrations'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** @param {string} folder @param {number} kept */
async function removeOld(folder, kept) {
  const copies = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  for (const name of copies.slice(0, -kept)) await rm(path.join(folder, name), { recursive: true, force: true });
}
