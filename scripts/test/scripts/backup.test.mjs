// @ts-check
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../../postgres.mjs';
import { runPrisma } from '../../prisma.mjs';
import { root } from '../../start/settings.mjs';

/** @type {string} */ let folder;
/** @type {string} */ let backup;
/** @type {Awaited<ReturnType<typeof startPostgres>>} */ let postgres;

beforeAll(async () => {
  folder = mkdtempSync('/tmp/mrps-backup-test-');
  chmodSync(folder, 0o755);
  backup = path.join(folder, 'backup');
  postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  await runPrisma(['migrate', 'deploy'], { databaseUrl: postgres.url, capture: true });
  expect((await npm('backup', ['--to', backup])).code).toBe(0);
}, 120_000);
afterAll(async () => {
  await postgres?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** @param {string} command @param {string[]} args @param {string} [database] */
function npm(command, args, database = 'millionrps') {
  const url = new URL(postgres.url);
  url.pathname = `/${database}`;
  const env = {
    ...process.env,
    ...{ MILLIONRPS_DATA: path.join(folder, 'data'), MILLIONRPS_BLOBS: '', DATABASE_URL: url.toString() },
  };
  return promisify(execFile)('npm', ['run', '-s', command, '--', ...args], { cwd: root, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

/** A copy of the backup that is changed. @param {string} name @param {(folder: string) => void} change */
function changed(name, change) {
  const copy = path.join(folder, name);
  cpSync(backup, copy, { recursive: true });
  change(copy);
  return copy;
}

/** @param {string} copy @param {(manifest: any) => void} change */
function withManifest(copy, change) {
  const file = path.join(copy, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  change(manifest);
  writeFileSync(file, JSON.stringify(manifest));
}

it('npm run backup:check restores an instance of an earlier PostgreSQL that is the same in every row, file, secret and link', async () => {
  const { code, stdout, stderr } = await npm('backup:check', ['--shortest', '--json', '--from-postgres', '17']);
  expect(code, stderr).toBe(0);
  const { figures } = JSON.parse(stdout);
  const value = (/** @type {string} */ id) => figures.find((/** @type {any} */ one) => one.id === id)?.value;
  expect([value('backup.restored_identical'), value('backup.links_opened')]).toEqual([1, 3]);
  expect([value('backup.rows') > 100, value('backup.files') > 4]).toEqual([true, true]);
}, 180_000);

it('nobody but its owner reads a backup', () => {
  const entries = ['.', ...readdirSync(backup, { recursive: true }).map(String)];
  const open = entries.filter((name) => (statSync(path.join(backup, name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  expect(entries.length).toBeGreaterThan(20);
});

it.each([
  ['no folder', [], 'Say where to'],
  ['a folder that is there', ['--to', '/tmp'], '/tmp is there already'],
])('npm run backup refuses %s', async (_what, args, sentence) => {
  const { code, stderr } = await npm('backup', args);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`millionrps: ${sentence}`)]);
});

it('npm run backup refuses a database that is not of millionrps', async () => {
  const { code, stderr } = await npm('backup', ['--to', path.join(folder, 'other')], 'postgres');
  expect([code, stderr]).toEqual([1, expect.stringContaining('The database has no tables of millionrps')]);
  expect(readdirSync(folder).filter((name) => name.startsWith('other'))).toEqual([]);
});

/** @type {[what: string, change: (copy: string) => void, sentence: string][]} */
const DAMAGED = [
  ['without a manifest', (copy) => rmSync(path.join(copy, 'manifest.json')), 'is no backup'],
  [
    'of a later release',
    (copy) => withManifest(copy, (m) => Object.assign(m, { format: 99, release: '9.9.9' })),
    'newer release 9.9.9',
  ],
  [
    'with a later migration',
    (copy) => withManifest(copy, (m) => m.migrations.push({ name: '29990101000000_later', sha256: 'a'.repeat(64) })),
    'tables of a later release',
  ],
  [
    'with another migration',
    (copy) => withManifest(copy, (m) => Object.assign(m.migrations[0], { sha256: 'a'.repeat(64) })),
    'is not the one of this release',
  ],
  ['whose manifest is cut', (copy) => truncateSync(path.join(copy, 'manifest.json'), 1000), 'is damaged'],
  [
    'with a table that is cut',
    (copy) => truncateSync(path.join(copy, 'database/_prisma_migrations.copy.gz'), 100),
    'is missing or damaged',
  ],
  ['without a table', (copy) => rmSync(path.join(copy, 'database/Run.copy.gz')), 'is missing or damaged'],
];

it.each(DAMAGED)(
  'npm run restore refuses a backup %s, and says so before it changes anything',
  async (what, change, sentence) => {
    const copy = changed(`damaged ${what}`, change);
    const { code, stderr } = await npm('restore', [copy, '--replace'], 'absent');
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  },
);

it('npm run restore refuses a database that has data, and replaces it when it is told to', async () => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const made = `INSERT INTO "Experiment" ("id", "kind", "question", "hypothesis", "status", "seed", "rounds", "primary", "marginPercent", "design", "createdAtUs")
    VALUES (gen_random_uuid(), 'comparison', '?', '', 'planned', 1, 1, '{}', 2, '{}', 1)`;
  try {
    await client.query(made);
    const refused = await npm('restore', [backup]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('The database has data, such as in the table Experiment'),
    ]);
    expect((await client.query('SELECT FROM "Experiment"')).rowCount).toBe(1);
    const replaced = await npm('restore', [backup, '--replace']);
    expect(replaced.code, replaced.stderr).toBe(0);
    expect((await client.query('SELECT FROM "Experiment"')).rowCount).toBe(0);
    const { rows } = await client.query(
      'SELECT count(*)::int AS n FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = $1',
      ['D'],
    );
    expect(rows[0].n).toBe(0);
  } finally {
    await client.end();
  }
  const again = await runPrisma(['migrate', 'deploy'], { databaseUrl: postgres.url, capture: true });
  expect(again.output).toContain('No pending migrations');
}, 60_000);
