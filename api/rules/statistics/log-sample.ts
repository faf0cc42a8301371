/** What a sample of logarithms says: how many, around what, how far apart. */
export interface LogSample {
  count: number;
  mean: number;
  /** Standard deviation with count - 1 degrees of freedom; 0 of a single value. */
  sd: number;
}

/** Below this, as a share of the value, a spread is the rounding of floating point and not a measurement's. */
const NO_SPREAD = 1e-12;

export function logSampleOf(logs: readonly number[]): LogSample {
  const count = logs.length;
  const mean = logs.reduce((total, log) => total + log, 0) / count;
  const squares = logs.reduce((total, log) => total + (log - mean) ** 2, 0);
  const sd = count > 1 ? Math.sqrt(squares / (count - 1)) : 0;
  return { count, mean, sd: sd < NO_SPREAD ? 0 : sd };
}

/** Coefficient of variation in percent of a quantity whose logarithm has this standard deviation. */
export const cvPercentOf = (logSd: number): number => 100 * Math.sqrt(Math.expm1(logSd * logSd));

/** The standard deviation of the logarithm of a quantity with this coefficient of variation in percent. */
export const logSdOf = (cvPercent: number): number => Math.sqrt(Math.log1p((cvPercent / 100) ** 2));

/** The median of one value or more. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [below = 0, above = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? above : (below + above) / 2;
}
