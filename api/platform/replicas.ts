import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { replicaFaults } from '../rules/service/replica-faults.ts';
import { type Bucket, bucketAddress } from './blobs/bucket.ts';
import { inData } from './data-folders.mjs';
import type { Lab } from './lab.ts';
import { hashSecret } from './store/ids.ts';
import { listReplicas, saveReplica, touchReplica } from './store/replicas.ts';

const BEAT_MS = 10_000;
/** One that was silent for so long has ended. */
export const GONE_AFTER_US = 60_000_000;

interface Own {
  port: number;
  secret: string;
  adminToken: string | null;
  filesAt: string;
}

/**
 * Tells the other processes of the API on this database that there is this one, for as long as it lives, and logs what it
 * does not have in common with them. Every beat says all of it anew and has `preset` repeat what was preset for this process:
 * while the database was away or the machine slept, another process may have taken it for one that has ended. Answers what
 * takes it off their list.
 */
export async function enterReplica(
  lab: Lab,
  own: Own,
  preset: () => Promise<void> = async () => {},
): Promise<() => Promise<void>> {
  const { db } = lab.database;
  const id = `${hostname()}:${own.port}`;
  const nowUs = lab.nowUs();
  const replica = {
    id,
    startedAtUs: nowUs,
    lastSeenAtUs: nowUs,
    secretHash: secretHashOf(own.secret),
    adminTokenHash: own.adminToken && hashSecret(own.adminToken),
    filesAt: own.filesAt,
  };
  lab.replicaId = id;
  await saveReplica(db, replica);
  for (const fault of replicaFaults(replica, await listReplicas(db, nowUs - GONE_AFTER_US, id))) lab.log.error(fault);
  await preset();
  let telling: Promise<void> | null = null;
  const tell = async (): Promise<void> => {
    await saveReplica(db, { ...replica, lastSeenAtUs: lab.nowUs() });
    await preset();
  };
  const beat = (): void => {
    telling ??= tell()
      .catch((error: unknown) => lab.log.warn({ err: error }, 'telling of this replica'))
      .finally(() => {
        telling = null;
      });
  };
  const timer = setInterval(beat, BEAT_MS).unref();
  return async () => {
    clearInterval(timer);
    await telling;
    lab.replicaId = null;
    // The sweep forgets it, and what was preset for it.
    await touchReplica(db, id, 0).catch(() => {});
  };
}

/** Not the hash of anything else: it tells no more than whether two are the same. */
const secretHashOf = (secret: string): string =>
  createHash('sha256').update(`millionrps session secret\n${secret}`).digest('hex');

/** Where files are kept, as all processes that keep them there would say. */
export const filesAt = async ({
  dataFolder,
  bucket,
}: {
  dataFolder: string;
  bucket: Bucket | null;
}): Promise<string> => (bucket ? bucketAddress(bucket) : folderId(inData(dataFolder, 'blobs')));

/** What a folder of files is known by, on whatever machine it is mounted. */
export async function folderId(folder: string): Promise<string> {
  const file = path.join(folder, 'folder-id');
  await mkdir(folder, { recursive: true });
  await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(file, 'utf8');
}
