#!/usr/bin/env node
// @ts-check
/**
 * `npm run blobs -- status`: how many files lie where. `npm run blobs -- move --to s3://bucket/prefix` or `--to disk`: brings them there, and
 * goes on where it was ended. `--json` prints one object.
 */
import { parseArgs } from 'node:util';
import { DISK } from '../api/platform/blobs/bucket.ts';
import { countBlobs, moveBlobs } from '../api/platform/blobs/move-blobs.ts';
import { partsOfBlobs } from '../api/platform/blobs/open-blobs.ts';
import { announcedPlaces, otherPlaces } from '../api/platform/store/announced-places.ts';
import { nowUs, openDatabase } from '../api/platform/store/db.ts';
import { NotMigrated, ownInstanceId } from '../api/platform/store/instance-id.ts';
import { packSamples } from '../api/runs/pack-samples.ts';
import { countChunks } from '../api/runs/store/packed-chunks.ts';
import { bucketOf, inSentences } from './lab/bucket-setting.mjs';
import { ownDatabase } from './lab/own-database.mjs';
import { hold, isEnding } from './start/ending.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';
import { readSettings } from './start/settings.mjs';

/** @typedef {import('../api/platform/blobs/blob-store.ts').BlobStore} BlobStore */
/** @typedef {import('../api/platform/store/db.ts').Database} Database */

const SAY_EVERY_MS = 2_000;
const USAGE =
  'Say what to do: `npm run blobs -- status`, or `npm run blobs -- move --to s3://bucket/prefix` (or `--to disk`).';

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' }, json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const say = (/** @type {string} */ line) => (values.json ? process.stderr : process.stdout).write(`${line}\n`);
  const [verb, ...more] = positionals;
  if (more.length > 0 || (verb !== 'status' && verb !== 'move') || (verb === 'move') !== (values.to !== undefined)) {
    throw new Sentence(USAGE);
  }
  const done = verb === 'move' ? await move(values.to ?? '', say) : await status(say);
  if (values.json) process.stdout.write(`${JSON.stringify(done)}\n`);
});

/** @param {(line: string) => void} say */
async function status(say) {
  const { disk, bucket } = partsOfBlobs(readSettings(process.env).data, bucketOf(process.env.MILLIONRPS_BLOBS));
  const [kept, waiting] = await Promise.all(disk.map((store) => countBlobs(store)));
  const inBucket = bucket && (await countBlobs(bucket));
  const database = await open(say);
  const samples = await countChunks(database.db);
  const instances = await announcedPlaces(database.db);
  say(`data folder        ${filesWord(kept)}`);
  say(`waiting for S3     ${filesWord(waiting)}`);
  if (bucket) say(`${bucket.place.padEnd(18)} ${filesWord(inBucket)}`);
  say(`samples in files   ${chunksWord(samples.inPacks)}, counted above`);
  say(`samples in rows    ${chunksWord(samples.inRows)}`);
  say(`instances that run ${instances.map((place) => `keep files in ${place}`).join(', ') || 'none'}`);
  return { disk: kept, waiting, bucket: bucket && { place: bucket.place, ...inBucket }, samples, instances };
}

/**
 * @param {string} asked
 * @param {(line: string) => void} say
 */
async function move(asked, say) {
  const toDisk = asked === DISK;
  const bucket = toDisk ? bucketOf(process.env.MILLIONRPS_BLOBS) : bucketOf(asked, '--to');
  if (!bucket)
    throw new Sentence('Set MILLIONRPS_BLOBS to the bucket that the files lie in, such as s3://bucket/prefix.');
  const database = await open(say);
  const owner = await ownInstanceId(database.db).catch((error) => {
    throw error instanceof NotMigrated ? new Sentence(error.message) : error;
  });
  const { disk, bucket: inBucket } = partsOfBlobs(readSettings(process.env).data, bucket, { owner });
  const [kept] = disk;
  if (!kept || !inBucket) throw new Error('there is no place');
  const [sources, target] = toDisk ? [[inBucket], kept] : [disk, inBucket];
  const fault = await inBucket.fault();
  if (fault) throw new Sentence(fault.sentence);

  await refuseOthers(database, target.place);
  const moved = { files: 0, bytes: 0, damaged: /** @type {string[]} */ ([]) };
  const all = { files: 0, bytes: 0 };
  for (const source of sources) {
    const { files, bytes } = await countBlobs(source);
    all.files += files;
    all.bytes += bytes;
  }
  say(`${filesWord(all)} to move to ${target.place}`);
  await whileTelling(
    database,
    target.place,
    () => say(`${moved.files.toLocaleString('en')} of ${filesWord(all)}, ${bytesWord(moved.bytes)}`),
    async (stopping) => {
      for (const source of sources) await moveBlobs(source, target, moved, stopping);
    },
  );
  if (isEnding()) return { ...moved, chunks: 0 };
  const chunks = toDisk ? 0 : await packAll(database, target, say);
  say(
    `moved ${filesWord(moved)} to ${target.place}${chunks > 0 ? `, and ${chunks} chunks of samples from the database` : ''}`,
  );
  if (moved.damaged.length > 0) {
    process.exitCode = 1;
    say(`${moved.damaged.length} files are damaged and stay where they are: ${moved.damaged.join(', ')}`);
  }
  return { ...moved, chunks };
}

/**
 * Ended by a signal, it begins with no other file and waits for those under way.
 *
 * @param {Database} database
 * @param {string} place
 * @param {() => void} tell
 * @param {(stopping: AbortSignal) => Promise<void>} work
 */
async function whileTelling(database, place, tell, work) {
  const stopping = new AbortController();
  /** @type {unknown} */
  let refusal = null;
  const timer = setInterval(() => {
    tell();
    refuseOthers(database, place).catch((error) => {
      refusal = error;
      stopping.abort();
    });
  }, SAY_EVERY_MS);
  const under = work(stopping.signal).finally(() => clearInterval(timer));
  const release = hold(async () => {
    stopping.abort();
    await under.catch(() => {});
  });
  await inSentences(() => under, ' What was moved stays moved; try again to go on.');
  await release();
  if (refusal) throw refusal;
}

/**
 * An API that keeps its files elsewhere would not find what is moved, or go on putting files where nobody looks afterwards.
 *
 * @param {Database} database
 * @param {string} place
 */
async function refuseOthers({ db }, place) {
  const [other] = otherPlaces(await announcedPlaces(db), place);
  if (other === undefined) return;
  const setting = place === DISK ? 'without MILLIONRPS_BLOBS' : `with MILLIONRPS_BLOBS=${place}`;
  throw new Sentence(
    `An instance that runs keeps its files in ${other === DISK ? 'its data folder' : other}. Stop it, or start it ${setting}, and try again.`,
  );
}

/**
 * Samples of runs that have ended; an API that runs moves the others later.
 *
 * @param {Database} database
 * @param {BlobStore} blobs
 * @param {(line: string) => void} say
 */
async function packAll(database, blobs, say) {
  let chunks = 0;
  for (;;) {
    const more = isEnding() ? 0 : await packSamples({ database, blobs, nowUs });
    if (more === 0) return chunks;
    chunks += more;
    say(`${chunks.toLocaleString('en')} chunks of samples`);
  }
}

/** @param {(line: string) => void} say */
async function open(say) {
  const database = openDatabase(await ownDatabase(say));
  hold(() => database.close());
  return database;
}

/** @param {{ files: number, bytes: number } | null | undefined} count */
function filesWord(count) {
  const { files, bytes } = count ?? { files: 0, bytes: 0 };
  return `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}, ${bytesWord(bytes)}`;
}

/** @param {{ chunks: number, bytes: number }} count */
function chunksWord({ chunks, bytes }) {
  return `${chunks.toLocaleString('en')} chunks, ${bytesWord(bytes)}`;
}

/** @param {number} bytes */
function bytesWord(bytes) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes > 0 ? Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10)) : 0;
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
