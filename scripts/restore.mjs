#!/usr/bin/env node
// @ts-check
/**
 * `npm run restore -- FOLDER`: a backup becomes an instance again, which is then started as ever. `--replace` loses what is there, `--beside`
 * makes a copy that may run beside the original, `--only-check` reads the backup and changes nothing. `--json` prints one object.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { partsOfBlobs } from '../api/platform/blobs/open-blobs.ts';
import { checkBackup } from './backup/check-backup.mjs';
import { fillDatabase } from './backup/database-in.mjs';
import { placeFiles } from './backup/files.mjs';
import { makeSafe, newInstanceId } from './backup/make-safe.mjs';
import { whileMoving } from './backup/measured.mjs';
import { refuseRunning } from './backup/running.mjs';
import { placeSecrets, refuseOtherSecrets } from './backup/secrets.mjs';
import { openShares } from './backup/shares.mjs';
import { bucketOf, inSentences } from './lab/bucket-setting.mjs';
import { databaseAsItIs } from './lab/own-database.mjs';
import { hold } from './start/ending.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';
import { readSettings } from './start/settings.mjs';

const USAGE = 'Say what to restore: `npm run restore -- FOLDER`, with the folder of a backup.';

/** @typedef {{ replace: boolean, beside: boolean, say: (line: string) => void }} How */

await runScript(async () => {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  const { values, positionals } = parseArgs({
    options: { replace: flag, beside: flag, 'only-check': flag, json: flag },
    allowPositionals: true,
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Sentence(USAGE);
  const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
  const backup = await checkBackup(path.resolve(folder), say);
  const taken = new Date(backup.manifest.takenAtUs / 1000).toISOString();
  const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const whole = `${rows.toLocaleString('en')} rows and ${(backup.manifest.files?.count ?? 0).toLocaleString('en')} files of ${taken}`;
  say(`the backup is whole: ${whole}`);
  if (values['only-check']) return;
  const { replace, beside } = values;
  const shares = await inSentences(() => restore(backup, { replace, beside, say }));
  const lost = shares.lost.length > 0 ? `; ${shares.lost.length} show nothing: ${shares.lost.join(', ')}` : '';
  say(
    `${whole} are restored and compared; ${shares.opened} shared ${shares.opened === 1 ? 'link opens' : 'links open'}${lost}`,
  );
  say(afterwards(beside));
  if (values.json) process.stdout.write(`${JSON.stringify({ folder, rows, taken, shares })}\n`);
});

/** @param {boolean} beside */
function afterwards(beside) {
  return beside
    ? 'This is a copy with an id of its own: no agent knows it, and webhooks and schedules are off. Start it.'
    : 'Agents come back to whoever answers at the address that they know. Make sure that the original has stopped for good, then start this one. Sign in anew. An agent’s own data folder is in no backup: if this machine is twice on the hosts page then, remove the one that is offline.';
}

/**
 * @param {Awaited<ReturnType<typeof checkBackup>>} backup
 * @param {How} how
 */
async function restore({ folder, manifest, secrets }, { replace, beside, say }) {
  const { data } = readSettings(process.env);
  if (!replace) await refuseOtherSecrets(data, secrets);
  const url = await databaseAsItIs(say);
  await refuseRunning(url);
  const owner = beside ? newInstanceId() : (manifest.instanceId ?? undefined);
  const { disk, bucket } = partsOfBlobs(data, bucketOf(process.env.MILLIONRPS_BLOBS), { owner });
  await bucket?.claim();
  const target = bucket ?? disk[0];
  if (!target) throw new Error('there is no place for files');
  const stopping = new AbortController();
  hold(() => stopping.abort());
  return whileMoving({ say, what: 'restored' }, async (moved) => {
    let shares = { opened: 0, lost: /** @type {string[]} */ ([]) };
    await fillDatabase(url, { folder, manifest, replace, moved }, async (client, tables) => {
      await placeFiles(folder, manifest, target, { moved, stopping: stopping.signal });
      shares = await openShares(client, tables, target, moved);
      const { takenAtUs } = manifest;
      await makeSafe(client, tables, { takenAtUs, beside: beside && owner ? { instanceId: owner } : null });
      await placeSecrets(data, secrets);
    });
    return shares;
  });
}
