import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { buildApp } from '../app.ts';
import type { Cloud } from '../cloud/cloud.ts';
import { Programs } from '../enrol/programs.ts';
import { ImportWorker } from '../imports/import-worker.ts';
import { makeSignIn, type SignIn } from '../people/sign-in.ts';
import { presetApiToken } from '../people/store/api-tokens.ts';
import { Alarms } from '../platform/alarms.ts';
import { Backlog } from '../platform/backlog.ts';
import type { BlobStore } from '../platform/blobs/blob-store.ts';
import { DiskStore } from '../platform/blobs/disk-store.ts';
import type { Lab } from '../platform/lab.ts';
import { nowUs, openDatabase } from '../platform/store/db.ts';
import { hashSecret, newId } from '../platform/store/ids.ts';
import { Leader } from '../platform/store/leader.ts';
import { Notifications } from '../platform/store/notifications.ts';
import { CONFIRMATION_WAIT_MS } from '../rules/watch/confirmation.ts';
import { countSteps } from '../runs/drive/count-steps.ts';
import { judgeEnded } from '../runs/judge-runs.ts';
import { SharePages } from '../shares/share-pages.ts';
import { recover, wakeRun } from '../sweep.ts';
import { noCloud } from './no-cloud.ts';

const VERSION = '0.0.0-test';

export const ADMIN_TOKEN = 'a-token-for-tests-only';

export interface TestLab {
  lab: Lab;
  app: FastifyInstance;
  signIn: SignIn;
  url: string;
  databaseUrl: string;
  /** Moves the clock of the API; timers of the process do not follow. */
  skipMs: (ms: number) => void;
  /** Ends the process's part without a goodbye, as kill -9 would; the database stays. */
  abandon: () => Promise<void>;
  close: () => Promise<void>;
}

export interface LabOptions {
  /** Of a lab that was abandoned: the same database goes on. */
  databaseUrl?: string;
  ttlMs?: number;
  /** As in production; tests that sign in by the dozen do without. */
  limitAttempts?: boolean;
  publicUrl?: string;
  isLocalOnly?: boolean;
  trustedProxies?: string[];
  /**
   * The clock of the API moves by skipMs alone, so that no agent goes offline, no lease runs out and no answer is late because
   * the machine is busy.
   */
  stillClock?: boolean;
  /** How long an import may take. */
  importMs?: number;
  /** Instead of a folder of its own. */
  blobs?: BlobStore;
  /** Absent: a machine without AWS credentials. */
  cloud?: Cloud;
  /** Where webhooks may lead besides the internet. */
  webhookNetworks?: string[];
  /** The folder of programs that hosts run. */
  programs?: string | null;
  /** Of the instance whose database it shares. */
  secret?: string;
}

/** A whole API on a port and a database of its own. */
export async function openLab({
  databaseUrl,
  ttlMs = 60_000,
  limitAttempts = false,
  publicUrl = 'http://127.0.0.1:1',
  isLocalOnly = false,
  trustedProxies = [],
  stillClock = false,
  importMs = 120_000,
  blobs,
  cloud = noCloud,
  programs = null,
  webhookNetworks = [],
  secret = randomBytes(32).toString('base64'),
}: LabOptions = {}): Promise<TestLab> {
  const url = databaseUrl ?? (await makeDatabase('template'));
  const folder = await mkdtemp(path.join(tmpdir(), 'millionrps-blobs-'));
  const database = openDatabase(url);
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const notifications = new Notifications(url, database.teller, () => void recover(lab));
  const openedUs = nowUs();
  let skippedUs = 0;
  const lab: Lab = {
    database,
    notifications,
    leader: new Leader(url),
    blobs: blobs ?? new DiskStore(folder),
    sharePages: new SharePages(),
    imports: new ImportWorker({ databaseUrl: url, version: VERSION, deadlineMs: importMs }, (err) =>
      log.error({ err }, 'an import'),
    ),
    programs: new Programs(programs),
    alarms: new Alarms((runId) => void wakeRun(lab, runId).catch(() => {})),
    counting: new Backlog((runId) => countSteps(lab, runId).catch((err) => log.error({ err, runId }, 'making points'))),
    judging: new Backlog((runId) => judgeEnded(lab, runId), { atOnce: 1 }),
    cloud,
    secret,
    lease: { ttlMs, guardMs: ttlMs / 4, heartbeatMs: ttlMs / 6 },
    confirmAfterMs: CONFIRMATION_WAIT_MS,
    version: VERSION,
    publicUrl,
    isLocalOnly,
    fingerprint: () => null,
    poolTokenHash: null,
    poolLabels: [],
    webhookNetworks,
    eventStreams: { open: 0 },
    replicaId: null,
    log,
    nowUs: () => (stillClock ? openedUs : nowUs()) + skippedUs,
    bootId: '',
    settledAtUs: 0,
    attendedMs: Number.POSITIVE_INFINITY,
    heardAtUs: 0,
  };
  await notifications.start();
  const tokenHash = hashSecret(ADMIN_TOKEN);
  await presetApiToken(database.db, { id: newId(), name: 'test', tokenHash, createdAtUs: nowUs() });
  const signIn = makeSignIn({
    database,
    secret,
    publicUrl,
    limitAttempts,
  });
  const app = await buildApp({ lab, signIn, webUrl: null, trustedProxies, log });
  const abandon = async (): Promise<void> => {
    lab.alarms.stop();
    await app.close();
    await lab.counting.stop();
    await lab.judging.stop();
    await lab.imports.stop();
    await notifications.stop();
    await lab.leader.stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    lab,
    app,
    signIn,
    url: await app.listen({ port: 0, host: '127.0.0.1' }),
    databaseUrl: url,
    skipMs: (ms) => {
      skippedUs += ms * 1000;
    },
    abandon,
    close: async () => {
      await abandon();
      await dropDatabase(url);
    },
  };
}

/** A new one: of today's tables, or with nothing in it. */
export async function makeDatabase(template: 'template' | 'template0'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Without the disk to wait for, its files are copied sooner than its pages are logged.
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${name}`;
  return url.toString();
}

async function dropDatabase(url: string): Promise<void> {
  await onServer(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

async function onServer(sql: string): Promise<void> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
