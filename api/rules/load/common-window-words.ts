import type { Point } from '../../contract/point.ts';
import { formatDurationUs } from '../words/durations.ts';
import { plural } from '../words/numbers.ts';

/** What the figures of several clients are of; null of one client. */
export function commonWindowText(
  { commonWindowUs, latencyRangeMs }: Pick<Point, 'commonWindowUs' | 'latencyRangeMs'>,
  clientCount: number,
): string | null {
  if (commonWindowUs === null) return null;
  const percentiles = latencyRangeMs
    ? 'The tool emits no histogram: of its percentiles the lowest and the highest client are shown.'
    : 'Percentiles are those of all requests together.';
  return `Throughput is the sum of ${plural(clientCount, 'client')}, which drove load together for ${formatDurationUs(commonWindowUs)}. ${percentiles}`;
}
