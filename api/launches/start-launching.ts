import { setTimeout } from 'node:timers/promises';
import type { Lab } from '../platform/lab.ts';
import { driveLaunches } from './drive-launch.ts';
import { endOverdue, endOverdueEverywhere } from './end-overdue.ts';

const EVERY_MS = 2_000;
/** What outlived its TTL costs money until somebody looks. */
const OVERDUE_EVERY_MS = 60_000;
/** Regions in which no launch is known are looked at after a start, and now and then. */
const EVERYWHERE_EVERY_MS = 3_600_000;

export interface Launching {
  stop(): Promise<void>;
}

/** Looks after launches for as long as the process lives, apart from the sweep: AWS may be slow. */
export function startLaunching(lab: Lab, onError: (error: unknown) => void): Launching {
  const stopping = new AbortController();
  const every = async (periodMs: number, work: () => Promise<void>): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work().catch(onError);
      await setTimeout(periodMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const loops = [
    every(EVERY_MS, () => driveLaunches(lab)),
    every(OVERDUE_EVERY_MS, () => endOverdue(lab)),
    every(EVERYWHERE_EVERY_MS, () => endOverdueEverywhere(lab)),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
