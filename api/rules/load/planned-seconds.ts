import type { LoadProfile } from '../../contract/load.ts';

/** Seconds that steps of this duration take, with a warm-up before each and a pause after each but the last. */
export const plannedSeconds = (
  { warmupSeconds, pauseSeconds }: Pick<LoadProfile, 'warmupSeconds' | 'pauseSeconds'>,
  durationsSeconds: number[],
): number =>
  durationsSeconds.reduce((sum, seconds) => sum + warmupSeconds + seconds, 0) +
  pauseSeconds * Math.max(0, durationsSeconds.length - 1);

/**
 * What a run takes beyond its load, as long as none like it is over. It prepares the hosts, starts and stops the target
 * and puts everything back, and starts and ends the tool for each step and warm-up. Measured of the reference server on one host
 * of 2 busy CPUs without tuning: 1.5 to 2.3 s a run with the time until the next one starts, and 0.15 (volley) to 0.45 s
 * (autocannon) a start of the tool.
 */
const ASSUMED_RUN_SECONDS = 2;
const ASSUMED_START_SECONDS = 0.3;

export const assumedBeyondSeconds = ({ warmupSeconds }: Pick<LoadProfile, 'warmupSeconds'>, steps: number): number =>
  ASSUMED_RUN_SECONDS + steps * (warmupSeconds > 0 ? 2 : 1) * ASSUMED_START_SECONDS;

/** Seconds from the queue to the end of a run: warm-ups, steps and pauses, and about what preparing and restoring take. */
export const wholeRunSeconds = (
  load: Pick<LoadProfile, 'warmupSeconds' | 'pauseSeconds'>,
  durationsSeconds: number[],
): number => plannedSeconds(load, durationsSeconds) + assumedBeyondSeconds(load, durationsSeconds.length);
