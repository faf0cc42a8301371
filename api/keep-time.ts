import { setTimeout } from 'node:timers/promises';
import type { Lab } from './platform/lab.ts';
import { clock } from './platform/store/db.ts';
import { hasLeases } from './platform/store/leases.ts';
import { isAway, recover } from './sweep.ts';

const LOOK_MS = 1_000;

/**
 * Watches over the time of this process until `stopping`. Where it or its database was away, all leases get their time again
 * before they are ended: nobody's signs of life were taken meanwhile. A clock that was set is followed once no run has a host, so that none of them loses it by that.
 */
export async function keepTime(lab: Lab, stopping: AbortSignal, onError: (error: unknown) => void): Promise<void> {
  let toldUs = 0;
  while (!stopping.aborted) {
    await setTimeout(LOOK_MS, undefined, { signal: stopping }).catch(() => {});
    await attend(lab).catch(onError);
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

/** A database that stands still is no other than this process standing still: it answers late, and then at once. */
async function attend(lab: Lab): Promise<void> {
  await lab.database.ping();
  if (isAway(lab)) {
    const awayMs = Math.round(performance.now() - lab.attendedMs);
    lab.log.warn({ awayMs }, 'this process or its database stood still for a while');
    await recover(lab);
  }
  lab.attendedMs = performance.now();
}

/** Answers whether it did. */
export async function followOnceIdle(lab: Lab): Promise<boolean> {
  if (await hasLeases(lab.database.db)) return false;
  clock.follow();
  await recover(lab);
  return true;
}
