import { type Noise, noiseFloorOf } from './noise-floor.ts';
import { normalCdf } from './normal.ts';
import { logGamma, studentTCritical } from './student-t.ts';

/** An experiment of pairs, as it may be planned. For a power: three rounds or more, as no conclusion is a claim with fewer. */
export interface Plan {
  rounds: number;
  alpha: number;
  /** Standard deviation of the logarithm of one round's ratio. */
  logSd: number;
  margin: number;
  noise: Noise | null;
}

/** Even; each costs a normal distribution or two. */
const PANELS = 240;

/**
 * The probability that `conclusionOf` says `higher` when the true ratio is exp(logEffect) > 1, or `lower` of its
 * inverse. The mean of the logarithms has to pass the margin, the noise floor and the interval's reach, and that reach
 * depends on the spread that is found. Given the spread the mean is normal; the spread is integrated over numerically.
 * Without a threshold this is the power by the noncentral t distribution.
 */
export function powerOfDifference(plan: Plan, logEffect: number): number {
  const { rounds, alpha, logSd, margin, noise } = plan;
  const error = logSd / Math.sqrt(rounds);
  const critical = studentTCritical(alpha / 2, rounds - 1);
  const least = Math.max(Math.log1p(margin), noise ? noiseFloorOf(noise, rounds, alpha) : 0) / error;
  const mean = Math.abs(logEffect) / error;
  return overSpreads(rounds - 1, (spread) => normalCdf(mean - Math.max(critical * spread, least)));
}

/** The probability that `conclusionOf` says `equivalent` when the true ratio is exp(logEffect), likewise. */
export function powerOfEquivalence({ rounds, alpha, logSd, margin }: Plan, logEffect: number): number {
  const error = logSd / Math.sqrt(rounds);
  const critical = studentTCritical(alpha, rounds - 1);
  const [mean, room] = [logEffect / error, Math.log1p(margin) / error];
  return overSpreads(rounds - 1, (spread) => {
    const reach = room - critical * spread;
    return reach > 0 ? normalCdf(reach - mean) - normalCdf(-reach - mean) : 0;
  });
}

/**
 * The probability that a one-sided test at alpha shows the ratio to be on its side of a bound, when it lies `distance` (a
 * logarithm) inside. The end of the interval is never nearer than the noise floor.
 */
export function powerOfBound({ rounds, alpha, logSd, noise }: Omit<Plan, 'margin'>, distance: number): number {
  const error = logSd / Math.sqrt(rounds);
  const critical = studentTCritical(alpha, rounds - 1);
  const floor = noise ? noiseFloorOf(noise, rounds, 2 * alpha) / error : 0;
  return overSpreads(rounds - 1, (spread) => normalCdf(distance / error - Math.max(critical * spread, floor)));
}

/** The mean of `of` over the sample standard deviations that normal figures with deviation 1 give, by Simpson's rule. */
function overSpreads(degrees: number, of: (spread: number) => number): number {
  const width = 9 / Math.sqrt(2 * degrees);
  const [from, to] = [Math.max(0, 1 - width), 1 + width];
  const scale = Math.LN2 + (degrees / 2) * Math.log(degrees / 2) - logGamma(degrees / 2);
  const density = (s: number): number =>
    s === 0 ? 0 : Math.exp(scale + (degrees - 1) * Math.log(s) - (degrees * s * s) / 2);
  const step = (to - from) / PANELS;
  let total = 0;
  for (let i = 0; i <= PANELS; i += 1) {
    const spread = from + i * step;
    const weight = i === 0 || i === PANELS ? 1 : i % 2 === 1 ? 4 : 2;
    total += weight * density(spread) * of(spread);
  }
  return (total * step) / 3;
}
