#!/usr/bin/env node
// @ts-check
/**
 * `npm run backup -- --to FOLDER`: database, files and secrets of an instance, as of one moment, while it runs. `--without-files` leaves the
 * files where they lie. `--json` prints one object.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { partsOfBlobs } from '../api/platform/blobs/open-blobs.ts';
import { Leader } from '../api/platform/store/leader.ts';
import { copyDatabase } from './backup/copy-database.mjs';
import { connect } from './backup/database-out.mjs';
import { writeFiles } from './backup/files.mjs';
import { mebibytes } from './backup/measured.mjs';
import { writeSecrets } from './backup/secrets.mjs';
import { hasColumns, readTables } from './backup/tables.mjs';
import { bucketOf, inSentences } from './lab/bucket-setting.mjs';
import { databaseAsItIs } from './lab/own-database.mjs';
import { hold } from './start/ending.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';
import { readSettings } from './start/settings.mjs';

const USAGE = 'Say where to: `npm run backup -- --to FOLDER`, with a folder that is not there yet.';

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      'without-files': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  if (!values.to) throw new Sentence(USAGE);
  const folder = path.resolve(values.to);
  const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
  const url = await databaseAsItIs(say);
  const manifest = await inSentences(() => backup(url, folder, { withFiles: !values['without-files'], say }));
  await noteBackup(url, manifest.takenAtUs);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { files } = manifest;
  if (files && files.missing > 0)
    say(
      `Not in the backup, because this instance does not have them or they are damaged: ${files.missing} files that runs, links or samples refer to, such as ${files.missingNamed.slice(0, 3).join(', ')}`,
    );
  if (values.json) return void process.stdout.write(`${JSON.stringify({ folder, rows, ...manifest })}\n`);
  const filesWord = files
    ? `${files.count.toLocaleString('en')} files (${mebibytes(files.bytes)})`
    : 'no files, as you asked';
  say(`${rows.toLocaleString('en')} rows, ${filesWord} and ${manifest.secrets.length} secrets are in ${folder}`);
  say('Whoever can read it can act as this instance: keep it where only you can.');
});

/**
 * @param {string} url
 * @param {string} folder
 * @param {{ withFiles: boolean, say: (line: string) => void }} how
 */
async function backup(url, folder, { withFiles, say }) {
  const { data } = readSettings(process.env);
  const { disk, bucket } = partsOfBlobs(data, bucketOf(process.env.MILLIONRPS_BLOBS));
  const fault = withFiles ? await bucket?.fault() : null;
  if (fault) throw new Sentence(fault.sentence);
  const stopping = new AbortController();
  hold(() => stopping.abort());
  const work = () =>
    copyDatabase(url, folder, say, async (snapshot, partial, moved) => ({
      secrets: await writeSecrets(data, partial),
      files: withFiles
        ? await writeFiles(snapshot, [...disk, ...(bucket ? [bucket] : [])], partial, {
            moved,
            stopping: stopping.signal,
          })
        : null,
    }));
  if (!withFiles) return work();
  // No API removes files meanwhile that the snapshot refers to.
  const leader = new Leader(url);
  hold(() => leader.stop());
  const mine = await leader.inTurn('keep files', stopping.signal, work);
  if (!mine) throw new Error('stopped while waiting for other work on the files');
  return mine.done;
}

/** For the page and the metrics of the instance. @param {string} url @param {number} takenAtUs */
async function noteBackup(url, takenAtUs) {
  const client = await connect(url);
  try {
    if (hasColumns(await readTables(client), 'Instance', ['backedUpAtUs']))
      await client.query('UPDATE "Instance" SET "backedUpAtUs" = $1', [takenAtUs]);
  } finally {
    await client.end();
  }
}
