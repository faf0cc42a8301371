import { forgetEnded } from '../agents/forget-ended.ts';
import { removeExpiredEntries } from '../audit/keep-audit.ts';
import { FILES_COUNTED_MOST } from '../contract/limits.ts';
import type { Storage } from '../contract/storage.ts';
import { forgetSignIns } from '../people/forget-sign-ins.ts';
import type { Lab } from '../platform/lab.ts';
import { notify } from '../platform/store/notify.ts';
import {
  countSampled,
  findRetention,
  listExpiredSamples,
  removeSamples,
  samplesByMonth,
  saveRetention,
  sizesOfFiles,
  sizesOfParts,
} from './store/retention.ts';

const DAY_US = 86_400_000_000;
const EVERY_MS = 60_000;
/** Each is a transaction of its own, and agents wait for answers meanwhile. */
const RUNS_AT_ONCE = 50;

export async function readStorage(lab: Lab): Promise<Storage> {
  const { db } = lab.database;
  return {
    ...(await findRetention(db)),
    database: await sizesOfParts(db),
    files: await sizesOfFiles(db),
    filesAt: lab.blobs.place,
    filesBeside: await lab.blobs.countBeside(FILES_COUNTED_MOST).catch(() => null),
    freeBytes: await lab.blobs.freeBytes().catch(() => null),
    months: await samplesByMonth(db),
    runs: await countSampled(db),
  };
}

export const readSamplesDays = async ({ database }: Lab): Promise<number | null> =>
  (await findRetention(database.db)).samplesDays;

export async function changeRetention(lab: Lab, samplesDays: number | null, changedByName: string): Promise<Storage> {
  await saveRetention(lab.database.db, { samplesDays, changedAtUs: lab.nowUs(), changedByName });
  return readStorage(lab);
}

/** Removes samples that are older than they are kept, some runs at a time; answers of how many runs. */
export async function removeExpiredSamples(lab: Lab): Promise<number> {
  const { samplesDays } = await findRetention(lab.database.db);
  if (samplesDays === null) return 0;
  const expired = await listExpiredSamples(lab.database.db, lab.nowUs() - samplesDays * DAY_US, RUNS_AT_ONCE);
  let runs = 0;
  for (const runId of expired) {
    await lab.database.transaction(async (tx) => {
      if (!(await removeSamples(tx, runId, lab.nowUs()))) return;
      notify(tx, 'runs', runId);
      runs += 1;
    });
  }
  if (runs > 0) lab.log.info({ runs, samplesDays }, 'samples of old runs were removed');
  return runs;
}

/** What the instance keeps for a time and then removes. */
export async function removeOld(lab: Lab): Promise<void> {
  await removeExpiredSamples(lab);
  await forgetEnded(lab);
  await removeExpiredEntries(lab);
  await forgetSignIns(lab);
}

/** Looks every minute, on one replica at a time. Answers what ends it. */
export function startRetention(lab: Lab, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    lab.leader.attempt('retention', () => removeOld(lab)).catch(onError);
  }, EVERY_MS);
  return () => clearInterval(timer);
}
