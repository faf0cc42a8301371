// @ts-check
import { studentTCritical } from '../../../api/rules/statistics/student-t.ts';

/**
 * How much readings, evenly spaced, grew from the first to the last by their straight line, with the 95 % interval that least
 * squares give it.
 *
 * @param {number[]} readings at least three
 * @returns {{ value: number, low: number, high: number, n: number }} in percent of where the line begins
 */
export function growthPct(readings) {
  const n = readings.length;
  const middle = (n - 1) / 2;
  const mean = readings.reduce((sum, y) => sum + y, 0) / n;
  const spread = readings.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
  const slope = readings.reduce((sum, y, x) => sum + (x - middle) * (y - mean), 0) / spread;
  const rest = readings.reduce((sum, y, x) => sum + (y - mean - slope * (x - middle)) ** 2, 0);
  const error = Math.sqrt(rest / (n - 2) / spread) * studentTCritical(0.025, n - 2);
  const percent = (/** @type {number} */ perReading) => ((perReading * (n - 1)) / (mean - slope * middle)) * 100;
  return { value: percent(slope), low: percent(slope - error), high: percent(slope + error), n };
}
