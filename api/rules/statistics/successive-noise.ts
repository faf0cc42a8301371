import { medianOf } from './log-sample.ts';
import type { Noise } from './noise-floor.ts';

/** Of a normal distribution: the median of |x| is this part of its standard deviation. */
const MEDIAN_OF_NORMAL = 0.6745;
/**
 * What a median tells of a spread beside the root mean square (0.37), from differences that share a run each (2/3): four of
 * them weigh as much as one round of an A/A experiment.
 */
const PAIRS_OF_A_DEGREE = 4;
/** As of A/A experiments: with fewer nothing is known of the noise. */
const DEGREES_LEAST = 3;

/**
 * How far apart successive runs of one configuration are, each of `series` in the order in which they ran: the moving range of
 * control charts. A lasting change moves one difference and leaves the median alone, where a spread about the mean would
 * take it for noise. Null with fewer than twelve pairs.
 */
export function successiveNoise(series: readonly (readonly number[])[]): Noise | null {
  const apart = series.flatMap((figures) =>
    figures.slice(1).map((figure, at) => Math.abs(Math.log(figure / (figures[at] ?? Number.NaN)))),
  );
  const known = apart.filter(Number.isFinite);
  const degrees = Math.floor(known.length / PAIRS_OF_A_DEGREE);
  if (degrees < DEGREES_LEAST) return null;
  const logSd = medianOf(known) / MEDIAN_OF_NORMAL;
  return logSd > 0 ? { logSd, degrees } : null;
}
