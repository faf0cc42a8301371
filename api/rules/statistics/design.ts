import { RUNS_FOR_A_CLAIM } from './conclusion.ts';
import { logSampleOf, logSdOf } from './log-sample.ts';
import { type Plan, powerOfDifference, powerOfEquivalence } from './power.ts';
import { leastRounds, POWER, type RoundsNeeded } from './rounds-needed.ts';
import { studentTCritical } from './student-t.ts';

/** What one run of a configuration varies by, from runs that were repeated on these hosts. */
export interface RunSpread {
  /** Standard deviation of the logarithm of one run's figure. */
  logSd: number;
  /** How well it is known: runs beyond the first of each configuration. */
  degrees: number;
}

/** Runs of one configuration a group; the spread within groups, pooled. Null where none was repeated. Figures are above 0. */
export function spreadOfRepeats(groups: readonly (readonly number[])[]): RunSpread | null {
  const samples = groups.filter((group) => group.length > 1).map((group) => logSampleOf(group.map(Math.log)));
  const degrees = samples.reduce((total, { count }) => total + count - 1, 0);
  if (degrees === 0) return null;
  const squares = samples.reduce((total, { count, sd }) => total + (count - 1) * sd * sd, 0);
  return { logSd: Math.sqrt(squares / degrees), degrees };
}

/** Standard deviation of the logarithm of one round's ratio: √2 times that of one run. */
export const pairLogSd = (runLogSd: number): number => Math.SQRT2 * runLogSd;

/** The same by the coefficient of variation of one run, in percent. */
export const pairLogSdOfCv = (runCvPercent: number): number => pairLogSd(logSdOf(runCvPercent));

/** What an experiment can detect, computed before its first round. Shares: 0.05 is 5 %. */
export interface DesignFigures {
  /** Half of the interval that is to be expected: it reaches to 1 + this times the effect, and as far below in proportion. */
  intervalHalfWidth: number;
  /**
   * The smallest true increase that is found with 80 % probability (a decrease: its inverse); null with fewer rounds than
   * a claim needs.
   */
  smallestDetectable: number | null;
  /** Rounds that show identical configurations to be equivalent within the margin, at 80 % power; null for margin 0. */
  roundsForEquivalence: RoundsNeeded | null;
}

/** Null with fewer than two rounds, or where the spread is not known: a spread of 0 is that of figures coarser than their noise. */
export function designOf(plan: Plan): DesignFigures | null {
  const { rounds, alpha, logSd, margin } = plan;
  if (rounds < 2 || !(logSd > 0 && Number.isFinite(logSd))) return null;
  return {
    intervalHalfWidth: Math.expm1((studentTCritical(alpha / 2, rounds - 1) * logSd) / Math.sqrt(rounds)),
    smallestDetectable: rounds < RUNS_FOR_A_CLAIM ? null : Math.expm1(smallestLogEffect(plan)),
    roundsForEquivalence:
      margin > 0 ? leastRounds((planned) => powerOfEquivalence({ ...plan, rounds: planned }, 0)) : null,
  };
}

function smallestLogEffect(plan: Plan): number {
  let [low, high] = [0, plan.logSd];
  while (powerOfDifference(plan, high) < POWER) [low, high] = [high, high * 2];
  while (high - low > 1e-7 * high) {
    const middle = (low + high) / 2;
    if (powerOfDifference(plan, middle) < POWER) low = middle;
    else high = middle;
  }
  return high;
}
