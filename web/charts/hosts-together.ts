import type { HostSeries } from '@contract/samples';
import { rowNear } from './nearest';
import { latestValue } from './series';

/** Readings of two hosts further apart than this do not belong to the same second. */
const REACH_US = 1_000_000;

/** Shares, frequencies and times: of several hosts they have a mean. Whatever else they use or carry, they do so together. */
const OF_EACH = new Set(['%', 'Hz', 'ms']);

export const isSummed = (unit: string): boolean => !OF_EACH.has(unit);

/** One line of several hosts, at the times of the first: the sum or the mean; null where one of them has no reading. */
export function together(lines: { timesUs: number[]; values: (number | null)[] }[], unit: string): (number | null)[] {
  const [first] = lines;
  if (!first || lines.length === 1) return first?.values ?? [];
  return first.timesUs.map((timeUs) => {
    let sum = 0;
    for (const line of lines) {
      const value = readingAt(line, timeUs);
      if (value === null) return null;
      sum += value;
    }
    return isSummed(unit) ? sum : sum / lines.length;
  });
}

function readingAt({ timesUs, values }: { timesUs: number[]; values: (number | null)[] }, atUs: number): number | null {
  const row = rowNear(timesUs, atUs, REACH_US);
  return row === null ? null : (values[row] ?? null);
}

/** The newest readings of a column on several hosts, each since its own `sinceUs`; null while none of them has any. */
export function latestOf(
  hosts: { host: HostSeries; sinceUs: number | null }[],
  name: string,
): { sum: number; most: number; of: number } | null {
  const values = hosts.flatMap(({ host, sinceUs }) => latestValue(host, name, sinceUs) ?? []);
  if (values.length === 0) return null;
  return { sum: values.reduce((sum, value) => sum + value, 0), most: Math.max(...values), of: values.length };
}
