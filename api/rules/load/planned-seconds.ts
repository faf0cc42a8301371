import type { LoadProfile } from '../../contract/load.ts';

/** Of steps that last so long: a warm-up before each, a pause after each but the last. */
export const plannedSeconds = (
  { warmupSeconds, pauseSeconds }: Pick<LoadProfile, 'warmupSeconds' | 'pauseSeconds'>,
  durationsSeconds: number[],
): number =>
  durationsSeconds.reduce((sum, seconds) => sum + warmupSeconds + seconds, 0) +
  pauseSeconds * Math.max(0, durationsSeconds.length - 1);
