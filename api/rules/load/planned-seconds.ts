import type { LoadProfile } from '../../contract/load.ts';

/** Seconds that steps of this duration take, with a warm-up before each and a pause after each but the last. */
export const plannedSeconds = (
  { warmupSeconds, pauseSeconds }: Pick<LoadProfile, 'warmupSeconds' | 'pauseSeconds'>,
  durationsSeconds: number[],
): number =>
  durationsSeconds.reduce((sum, seconds) => sum + warmupSeconds + seconds, 0) +
  pauseSeconds * Math.max(0, durationsSeconds.length - 1);
