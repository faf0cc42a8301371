import type { Fault, Sides } from './effect.ts';
import { studentTCritical } from './student-t.ts';

/** How far apart two identical configurations were in one round, from A/A experiments on the same hosts. */
export interface Noise {
  /** Root mean square of the logarithms of the ratios. */
  logSd: number;
  /** Rounds that it rests on. */
  degrees: number;
}

/** With fewer rounds nothing is known of the noise. */
export const ROUNDS_LEAST = 3;

/**
 * The noise of A/A experiments (the same metric and step of each), their rounds pooled. The spread is taken about no
 * change, not about the mean. Identical configurations are known not to differ, so a mean beside it is noise of these
 * hosts, too, and counts. Null with fewer than three rounds in all, and where every round gave the very same figure: what is
 * finer than the tool tells is not known to be 0.
 */
export function noiseOf(experiments: readonly Sides[]): Noise | Fault | null {
  const squares: number[] = [];
  for (const { baseline, other } of experiments) {
    if (baseline.length !== other.length) return { fault: 'A round of an A/A experiment lacks a side: leave it out.' };
    squares.push(...other.map((figure, i) => Math.log(figure / (baseline[i] ?? Number.NaN)) ** 2));
  }
  if (!squares.every(Number.isFinite)) {
    return { fault: 'A figure of an A/A experiment is not a number above 0: leave out its round.' };
  }
  if (squares.length < ROUNDS_LEAST) return null;
  const logSd = Math.sqrt(squares.reduce((a, b) => a + b) / squares.length);
  return logSd > 0 ? { logSd, degrees: squares.length } : null;
}

/**
 * The noise floor, as |ln ratio|: with probability 1 - alpha the mean of this many rounds of two identical
 * configurations lies below it. That mean, divided by logSd / √rounds, has Student's t distribution with the degrees of
 * the noise. So little A/A evidence makes a high floor, never a lucky low one.
 *
 * An interval trusts the spread of its own few rounds, which by chance may be far too small. The floor, resting on
 * other rounds, stops a claim then.
 */
export function noiseFloorOf({ logSd, degrees }: Noise, rounds: number, alpha: number): number {
  return (studentTCritical(alpha / 2, degrees) * logSd) / Math.sqrt(rounds);
}
