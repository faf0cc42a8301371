// @ts-check
/** A backup of the database, with whatever else belongs to it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../start/settings.mjs';
import { inSnapshot, readAbout, writeTables } from './database-out.mjs';
import { makeWhole, requireRoom } from './folder.mjs';
import { FORMAT, writeManifest } from './manifest.mjs';
import { whileMoving } from './measured.mjs';
import { hasColumns } from './tables.mjs';

/** @typedef {import('./manifest.mjs').Manifest} Manifest */
/** @typedef {{ client: import('pg').Client, tables: import('./tables.mjs').Table[] }} Snapshot */

const { version } = JSON.parse(readFileSync(path.join(root, 'api/package.json'), 'utf8'));

/**
 * Writes a backup into a folder that is not there yet. `beside` adds what is not in the database.
 *
 * @param {string} url of the database
 * @param {string} folder
 * @param {(line: string) => void} say
 * @param {(snapshot: Snapshot, partial: string, moved: (bytes: number) => void) => Promise<Pick<Manifest, 'files' | 'secrets'>>} [beside]
 * @returns {Promise<Manifest>}
 */
export function copyDatabase(url, folder, say, beside = async () => ({ files: null, secrets: [] })) {
  return inSnapshot(url, async (client, tables) => {
    // Text in hexadecimal that is compressed again takes about what the rows take; indexes are made anew.
    await requireRoom(folder, await sizeOfTables(client));
    const about = await readAbout(client);
    const instanceId = await readInstanceId({ client, tables });
    return makeWhole(folder, (partial) =>
      whileMoving({ say, what: 'copied' }, async (moved) => {
        const written = await writeTables(client, tables, partial, moved);
        const more = await beside({ client, tables }, partial, moved);
        /** @type {Manifest} */
        const manifest = { format: FORMAT, release: version, ...about, instanceId, tables: written, ...more };
        await writeManifest(partial, manifest);
        return manifest;
      }),
    );
  });
}

/** @param {import('pg').Client} client */
async function sizeOfTables(client) {
  const { rows } = await client.query(`SELECT coalesce(sum(pg_table_size(oid)), 0)::int8::text AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`);
  return Number(rows[0].bytes);
}

/** @param {Snapshot} snapshot @returns {Promise<string | null>} */
async function readInstanceId({ client, tables }) {
  if (!hasColumns(tables, 'Instance', ['instanceId'])) return null;
  const { rows } = await client.query('SELECT "instanceId" FROM "Instance"');
  return rows[0]?.instanceId ?? null;
}
