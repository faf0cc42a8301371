import { setTimeout } from 'node:timers/promises';
import type { Lab } from './platform/lab.ts';
import { clock } from './platform/store/db.ts';
import { hasLeases } from './platform/store/leases.ts';
import { recover } from './sweep.ts';

const LOOK_MS = 1_000;
/** After so long without a look this process was stopped, or had no turn: nobody's signs of life were taken meanwhile. */
const AWAY_MS = 10_000;

/**
 * Watches over the time of this process until `stopping`. Where it was away, all leases get their time again before they
 * are ended. A clock that was set is followed once no run has a host, so that none of them loses it by that.
 */
export async function keepTime(lab: Lab, stopping: AbortSignal, onError: (error: unknown) => void): Promise<void> {
  let lookedMs = performance.now();
  let toldUs = 0;
  while (!stopping.aborted) {
    await setTimeout(LOOK_MS, undefined, { signal: stopping }).catch(() => {});
    const awayMs = performance.now() - lookedMs;
    lookedMs = performance.now();
    if (awayMs > AWAY_MS) {
      lab.log.warn({ awayMs: Math.round(awayMs) }, 'this process was stopped for a while');
      await recover(lab).catch(onError);
    }
    const setUs = clock.setUs();
    if (setUs !== 0 && Math.abs(setUs - toldUs) > 1e6) {
      lab.log.warn(
        { setSeconds: setUs / 1e6 },
        'the clock of this machine was set; it is followed once no run has a host',
      );
    }
    toldUs = setUs;
    if (setUs !== 0) await followOnceIdle(lab).catch(onError);
  }
}

/** Answers whether it did. */
export async function followOnceIdle(lab: Lab): Promise<boolean> {
  if (await hasLeases(lab.database.db)) return false;
  clock.follow();
  await recover(lab);
  return true;
}
