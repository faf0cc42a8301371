// @ts-check
/** Reads a whole backup, before anything is changed for it. */
import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Sentence } from '../start/sentence.mjs';
import { sqlOfMigrations } from './database-in.mjs';
import { tableFile } from './database-out.mjs';
import { checkFiles } from './files.mjs';
import { readManifest } from './manifest.mjs';
import { measured, whileMoving } from './measured.mjs';
import { readSecrets } from './secrets.mjs';

/**
 * Throws a Sentence for what is damaged, not whole, or of a later release.
 *
 * @param {string} folder
 * @param {(line: string) => void} say
 */
export async function checkBackup(folder, say) {
  const manifest = await readManifest(folder);
  sqlOfMigrations(manifest);
  const secrets = await readSecrets(folder, manifest);
  await whileMoving({ say, what: 'read' }, async (moved) => {
    await checkTables(folder, manifest, moved);
    await checkFiles(folder, manifest, moved);
  });
  return { folder, manifest, secrets };
}

/** @param {string} folder @param {import('./manifest.mjs').Manifest} manifest @param {(bytes: number) => void} moved */
export async function checkTables(folder, { tables }, moved) {
  for (const table of tables) {
    const file = tableFile(folder, table.name);
    const sum = measured(moved);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const read = pipeline(createReadStream(file), createGunzip(), sum.through, nowhere);
    const isWhole = await read.then(
      () => sum.result().sha256 === table.sha256,
      () => false,
    );
    if (!isWhole) throw new Sentence(`${file} is missing or damaged: use another backup.`);
  }
}
