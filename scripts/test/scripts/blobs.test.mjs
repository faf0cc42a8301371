// @ts-check
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { announcing } from '../../../api/platform/store/announced-places.ts';
import { startPostgres } from '../../postgres.mjs';
import { runPrisma } from '../../prisma.mjs';
import { root } from '../../start/settings.mjs';
import { startAwsEmulator } from '../aws-emulator.mjs';
import { ensurePythonPackage } from '../python-packages.mjs';

/** @type {string} */ let data;
/** @type {Awaited<ReturnType<typeof startAwsEmulator>>} */ let emulator;
/** @type {NodeJS.ProcessEnv} */ let env;

beforeAll(async () => {
  ensurePythonPackage('moto', (line) => console.log(line));
  emulator = await startAwsEmulator();
  await fetch(`${emulator.url}/lab`, { method: 'PUT' });
  data = mkdtempSync('/tmp/mrps-blobs-');
  chmodSync(data, 0o755);
  env = { ...process.env, ...emulator.env, MILLIONRPS_DATA: data, DATABASE_URL: '', MILLIONRPS_BLOBS: '' };
}, 120_000);
afterAll(async () => {
  await emulator?.stop();
  if (data) rmSync(data, { recursive: true, force: true });
});

/** @param {string[]} args @param {NodeJS.ProcessEnv} [more] */
const blobs = (args, more = {}) =>
  promisify(execFile)('npm', ['run', '-s', 'blobs', '--', ...args], { cwd: root, env: { ...env, ...more } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

/** @param {Buffer} bytes */
function keep(bytes) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  mkdirSync(path.join(data, 'blobs', sha256.slice(0, 2)), { recursive: true });
  writeFileSync(path.join(data, 'blobs', sha256.slice(0, 2), sha256), bytes);
}

it.each([
  [['move'], 'Say what to do'],
  [['status', '--to', 'disk'], 'Say what to do'],
  [['move', '--to', 'elsewhere'], '--to is not usable: it is an address such as s3://bucket/prefix'],
  [['move', '--to', 'disk'], 'Set MILLIONRPS_BLOBS to the bucket that the files lie in'],
  [['move', '--to', 's3://absent'], 'The S3 bucket of MILLIONRPS_BLOBS cannot be written: there is no such bucket.'],
])('npm run blobs -- %j is refused in a sentence', async (args, sentence) => {
  const { code, stderr } = await blobs(args);
  expect([code, stderr.startsWith(`millionrps: ${sentence}`)]).toEqual([1, true]);
});

it('npm run blobs moves the files of a data folder to S3 and back, and tells where they lie', async () => {
  for (let i = 0; i < 20; i++) keep(randomBytes(1000));
  const MILLIONRPS_BLOBS = 's3://lab/files';
  const there = await blobs(['move', '--to', MILLIONRPS_BLOBS, '--json']);
  expect(JSON.parse(there.stdout)).toEqual({ files: 20, bytes: 20_000, damaged: [], chunks: 0 });
  const { stdout } = await blobs(['status'], { MILLIONRPS_BLOBS });
  expect(stdout.replace(/^starting PostgreSQL\n/, '')).toBe(
    [
      'data folder        0 files, 0 B',
      'waiting for S3     0 files, 0 B',
      's3://lab/files     20 files, 19.5 KiB',
      'samples in files   0 chunks, 0 B, counted above',
      'samples in rows    0 chunks, 0 B',
      'instances that run none',
      '',
    ].join('\n'),
  );
  const back = await blobs(['move', '--to', 'disk', '--json'], { MILLIONRPS_BLOBS });
  expect(JSON.parse(back.stdout)).toMatchObject({ files: 20, bytes: 20_000 });
  const after = await blobs(['status', '--json'], { MILLIONRPS_BLOBS });
  expect(JSON.parse(after.stdout)).toMatchObject({
    disk: { files: 20, bytes: 20_000 },
    bucket: { place: MILLIONRPS_BLOBS, files: 0 },
  });
}, 120_000);

it('npm run blobs refuses while an instance keeps its files elsewhere, and works with DATABASE_URL', async () => {
  const postgres = await startPostgres({ dataDir: path.join(data, 'apart') });
  const clients = /** @type {pg.Client[]} */ ([]);
  const runsWith = async (/** @type {string} */ place) => {
    const client = new pg.Client({ connectionString: announcing(postgres.url, place) });
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    await runPrisma(['migrate', 'deploy'], { databaseUrl: postgres.url, capture: true });
    const DATABASE_URL = postgres.url;
    const MILLIONRPS_BLOBS = 's3://lab/other';
    keep(Buffer.from('a file'));
    const api = await runsWith('disk');
    const refused = await blobs(['move', '--to', MILLIONRPS_BLOBS], { DATABASE_URL });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'millionrps: An instance that runs keeps its files in its data folder. Stop it, or start it with MILLIONRPS_BLOBS=s3://lab/other, and try again.\n',
    ]);
    await api.end();
    await runsWith(MILLIONRPS_BLOBS);
    expect((await blobs(['move', '--to', MILLIONRPS_BLOBS], { DATABASE_URL })).code).toBe(0);
    // The bucket's prefix of the test before, whose database has another id.
    const others = await blobs(['move', '--to', 'disk'], { DATABASE_URL, MILLIONRPS_BLOBS: 's3://lab/files' });
    expect([others.code, others.stderr]).toEqual([
      1,
      expect.stringMatching(/^millionrps: The S3 prefix of MILLIONRPS_BLOBS has the files of another instance: /),
    ]);
    const back = await blobs(['move', '--to', 'disk'], { DATABASE_URL, MILLIONRPS_BLOBS });
    expect(back.stderr).toBe(
      'millionrps: An instance that runs keeps its files in s3://lab/other. Stop it, or start it without MILLIONRPS_BLOBS, and try again.\n',
    );
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
    await postgres.stop();
  }
}, 120_000);
