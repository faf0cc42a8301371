import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { amazon } from '../../cloud/cloud.ts';
import { Programs } from '../../enrol/programs.ts';
import { ImportWorker } from '../../imports/import-worker.ts';
import { Alarms } from '../../platform/alarms.ts';
import { Backlog } from '../../platform/backlog.ts';
import { DiskStore } from '../../platform/blobs/disk-store.ts';
import type { Lab } from '../../platform/lab.ts';
import { nowUs, openDatabase } from '../../platform/store/db.ts';
import { Leader } from '../../platform/store/leader.ts';
import { Notifications } from '../../platform/store/notifications.ts';
import { SharePages } from '../../shares/share-pages.ts';

/** What operations need, on a database that another process may be serving: nothing listens, nobody gets in by it. */
export async function openQuietLab(databaseUrl: string): Promise<{ lab: Lab; close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'millionrps-blobs-'));
  const database = openDatabase(databaseUrl);
  const version = '0.1.0';
  const lab: Lab = {
    database,
    notifications: new Notifications(databaseUrl, database.teller, () => {}),
    leader: new Leader(databaseUrl),
    blobs: new DiskStore(folder),
    cloud: amazon,
    secret: 'of-no-launch',
    sharePages: new SharePages(),
    imports: new ImportWorker({ databaseUrl, version, deadlineMs: 1_000 }, () => {}),
    programs: new Programs(null),
    alarms: new Alarms(() => {}),
    counting: new Backlog(async () => {}),
    judging: new Backlog(async () => {}),
    lease: { ttlMs: 60_000, guardMs: 15_000, heartbeatMs: 10_000 },
    confirmAfterMs: 3_600_000,
    version,
    publicUrl: 'http://127.0.0.1:1',
    isLocalOnly: false,
    fingerprint: () => null,
    poolTokenHash: null,
    poolLabels: [],
    webhookNetworks: [],
    eventStreams: { open: 0 },
    replicaId: null,
    log: pino({ level: 'silent' }),
    nowUs,
    bootId: '',
    settledAtUs: 0,
    attendedMs: Number.POSITIVE_INFINITY,
    heardAtUs: 0,
  };
  return {
    lab,
    close: async () => {
      lab.alarms.stop();
      await lab.imports.stop();
      await lab.leader.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
