import { setImmediate } from 'node:timers/promises';
import type { Lab } from '../platform/lab.ts';
import { keptOf } from './experiment-result.ts';
import { readExperiment } from './experiment-state.ts';
import { listOutdated } from './store/experiment-results.ts';
import { changeExperiment } from './store/experiments.ts';

const EXPERIMENTS_AT_ONCE = 50;

/**
 * Makes the results anew of experiments that were concluded by older rules, the latest first; the runs themselves are
 * judged anew before. Answers how many there were; ends early when the signal aborts.
 */
export async function concludeStored(lab: Lab, signal: AbortSignal): Promise<{ concluded: number; failed: number }> {
  const done = { concluded: 0, failed: 0 };
  let last: string | null = null;
  for (;;) {
    const ids: string[] = await listOutdated(lab.database.db, last, EXPERIMENTS_AT_ONCE);
    for (const id of ids) {
      if (signal.aborted) return done;
      if (await concludedAnew(lab, id)) done.concluded += 1;
      else done.failed += 1;
      // Agents wait for answers meanwhile.
      await setImmediate();
    }
    last = ids.at(-1) ?? null;
    if (ids.length < EXPERIMENTS_AT_ONCE) break;
  }
  if (done.concluded + done.failed > 0) lab.log.info(done, 'experiments were concluded by the rules of today');
  return done;
}

/** A fault of one experiment stops no other; its page says why it cannot be shown. */
async function concludedAnew(lab: Lab, id: string): Promise<boolean> {
  const { db } = lab.database;
  try {
    const known = await readExperiment(db, id);
    if (known) await changeExperiment(db, id, { kept: await keptOf(lab, known, known.row.stoppedSentence) });
    return true;
  } catch (error) {
    lab.log.error({ err: error, experimentId: id }, 'concluding a stored experiment');
    return false;
  }
}
