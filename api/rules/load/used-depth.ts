import type { AskedStep } from '../../contract/load.ts';
import type { Point } from '../../contract/point.ts';

type Closed = Extract<AskedStep, { loop: 'closed' }>;
type Told = Pick<Point, 'streams'>;

/**
 * The most requests in flight on a connection. If a tool does not report its streams, it had at most the requested
 * number.
 */
export function depthMost<Depth extends number | null>(
  { pipelining }: { pipelining: Depth },
  { streams }: Told,
): Depth | number {
  return streams?.mostPerConnection ?? pipelining;
}

/** What each connection could have in flight, of the one with fewest and of the one with most. */
export interface UsedDepth {
  least: number;
  most: number;
}

/**
 * What a tool really had on a connection. Null where that is not known: of several streams of HTTP/2 the target may have allowed fewer, and
 * tells the tool alone.
 */
export function usedDepth(
  { pipelining }: Pick<Closed, 'pipelining'>,
  { streams }: Told,
  h2: boolean,
): UsedDepth | null {
  if (streams) return { least: streams.leastPerConnection, most: streams.mostPerConnection };
  if (pipelining === null || (h2 && pipelining > 1)) return null;
  return { least: pipelining, most: pipelining };
}

/** Whether the target is known to have allowed fewer streams on a connection than were asked. */
export function streamsWithheld(
  spec: AskedStep,
  { streams }: Told,
): { least: number; most: number; asked: number } | null {
  if (spec.loop !== 'closed' || spec.pipelining === null || !streams) return null;
  const { leastPerConnection: least, mostPerConnection: most } = streams;
  return least < spec.pipelining ? { least, most, asked: spec.pipelining } : null;
}

/** '250', '100 to 250'. */
export const spanText = ({ least, most }: UsedDepth, format: (count: number) => string): string =>
  least === most ? format(least) : `${format(least)} to ${format(most)}`;
