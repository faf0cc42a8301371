import { setImmediate } from 'node:timers/promises';
import { saveImportedSummary } from '../imports/store/imported-runs.ts';
import { StoreAway } from '../platform/blobs/blob-store.ts';
import type { Lab } from '../platform/lab.ts';
import { notify } from '../platform/store/notify.ts';
import { drivenStep, observe, partsOfHosts } from './drive/observe-hosts.ts';
import { holdAllGroups, holdRun } from './hold-against-baseline.ts';
import { viewRun } from './run-view.ts';
import { findRun } from './store/run-row.ts';
import { replaceEvidence } from './store/run-tuning.ts';
import { isUnjudged, listUncounted, listUnjudged, saveVerdict } from './store/verdicts.ts';

const RUNS_AT_ONCE = 50;

/**
 * Writes what the list shows of a run's verdict, once it is over. Apart from what ended it: a run ends whatever is thought
 * of it, and its agents wait for the answer to their report. One that could not be judged is tried again by the sweep for a while, and when the API starts.
 */
export async function judgeEnded(lab: Lab, runId: string): Promise<void> {
  try {
    if (await isUnjudged(lab.database.db, runId)) {
      await judge(lab, runId);
      await holdRun(lab, runId);
    }
  } catch (error) {
    lab.log.error({ err: error, runId }, 'judging a run');
  }
}

/**
 * Judges every run that was judged by older rules or not at all, the latest first. Counts its samples anew where
 * verdicts need more of them by now. Answers how many there were; ends early when the signal says so.
 */
export async function judgeStored(lab: Lab, signal: AbortSignal): Promise<{ judged: number; failed: number }> {
  const done = { judged: 0, failed: 0 };
  let last: string | null = null;
  for (;;) {
    const ids: string[] = await listUnjudged(lab.database.db, last, RUNS_AT_ONCE);
    for (const runId of ids) {
      if (signal.aborted) return done;
      if (await judgedAnew(lab, runId)) done.judged += 1;
      else done.failed += 1;
      // Agents wait for answers meanwhile.
      await setImmediate();
    }
    last = ids.at(-1) ?? null;
    if (ids.length < RUNS_AT_ONCE) break;
  }
  if (done.judged > 0) await holdAllGroups(lab);
  if (done.judged + done.failed > 0) lab.log.info(done, 'runs were judged by the rules of today');
  return done;
}

/** A deleted run is not judged anew: when it is brought back, its verdict may be of yesterday. */
export async function judgeBroughtBack(lab: Lab, runId: string): Promise<void> {
  if (await isUnjudged(lab.database.db, runId)) await judgedAnew(lab, runId);
  await holdRun(lab, runId);
}

/** A fault of one run stops no other. If a run's samples cannot be counted again, the rest of it is judged. */
async function judgedAnew(lab: Lab, runId: string): Promise<boolean> {
  try {
    await countAnew(lab, runId).catch((error: unknown) => {
      // They can be counted at the next start.
      if (error instanceof StoreAway) throw error;
      lab.log.warn({ err: error, runId }, 'counting the samples of a stored run');
    });
    await judge(lab, runId);
    return true;
  } catch (error) {
    lab.log.error({ err: error, runId }, 'judging a stored run');
    return false;
  }
}

async function judge({ database: { db }, nowUs }: Lab, runId: string): Promise<void> {
  const run = await viewRun(db, runId, nowUs());
  if (!run) return;
  await saveVerdict(db, runId, run);
  if (run.imported) await saveImportedSummary(db, run);
  notify(db, 'runs', runId);
}

/** Where its samples are there. What its agents said of each step is kept as long as the run. */
async function countAnew({ database, blobs }: Lab, runId: string): Promise<void> {
  for (const stepIndex of await listUncounted(database.db, runId)) {
    await database.transaction(async (tx) => {
      const row = await findRun(tx, runId);
      if (!row) return;
      const parts = await partsOfHosts(tx, row, await drivenStep(tx, row, stepIndex));
      const observed = await observe({ db: tx, blobs }, row, parts);
      for (const { evidence } of observed.values()) await replaceEvidence(tx, runId, stepIndex, evidence);
    });
  }
}
