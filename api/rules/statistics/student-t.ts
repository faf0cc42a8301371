/** Natural logarithm of the gamma function for x > 0, by Stirling's series after the argument was raised to 16 or more. */
export function logGamma(x: number): number {
  let shift = 0;
  let raised = x;
  while (raised < 16) {
    shift += Math.log(raised);
    raised += 1;
  }
  const inverse = 1 / raised;
  const square = inverse * inverse;
  const correction =
    inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (raised - 0.5) * Math.log(raised) - raised + 0.5 * Math.log(2 * Math.PI) + correction - shift;
}

/** Regularised incomplete beta function I_x(a, b), 0 <= x <= 1. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges quickly on this side of the mean only; the other side is its mirror image.
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** The continued fraction of the incomplete beta function, from its numerators on, by the recurrence of convergents' ratios. */
function betaFraction(x: number, a: number, b: number): number {
  const nonZero = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let ahead = 1;
  let behind = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let value = behind;
  for (let m = 1; m <= 500; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const numerator of [even, odd]) {
      behind = 1 / nonZero(1 + numerator * behind);
      ahead = nonZero(1 + numerator / ahead);
      change = behind * ahead;
      value *= change;
    }
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return value;
}

/** P(T > t) of Student's t with any degrees of freedom > 0, whole or not. Accurate far out in the tail, too. */
export function studentTTail(t: number, degrees: number): number {
  if (t < 0) return 1 - studentTTail(-t, degrees);
  return 0.5 * incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** The same few whole degrees are asked for again and again. */
const known = new Map<string, number>();
const KNOWN_MOST = 1_000;

/** The t that is exceeded with the given probability (0 < probability <= 0.5). */
export function studentTCritical(probability: number, degrees: number): number {
  if (!Number.isInteger(degrees)) return solved(probability, degrees);
  const key = `${probability} ${degrees}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const t = solved(probability, degrees);
  if (known.size >= KNOWN_MOST) known.clear();
  known.set(key, t);
  return t;
}

/** Solves by Newton's steps, kept inside a bracket. */
function solved(probability: number, degrees: number): number {
  let [low, high] = [0, 2];
  while (studentTTail(high, degrees) > probability) [low, high] = [high, high * 2];
  const density = densityOf(degrees);
  let t = (low + high) / 2;
  for (let i = 0; i < 200; i += 1) {
    const excess = studentTTail(t, degrees) - probability;
    if (excess > 0) low = t;
    else high = t;
    const step = t + excess / density(t);
    const next = step > low && step < high ? step : (low + high) / 2;
    if (Math.abs(next - t) <= 1e-13 * next) return next;
    t = next;
  }
  return t;
}

function densityOf(degrees: number): (t: number) => number {
  const scale = logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - 0.5 * Math.log(degrees * Math.PI);
  return (t) => Math.exp(scale - ((degrees + 1) / 2) * Math.log1p((t * t) / degrees));
}
