import type { Point, RequestErrors } from '@contract/point';
import { formatCount } from '@rules/words/numbers';

const KINDS: [keyof RequestErrors, string, string][] = [
  ['timeout', 'timeout', 'timeouts'],
  ['connection', 'connection error', 'connection errors'],
  ['reset', 'reset', 'resets'],
  ['non2xx', 'answer not 2xx', 'answers not 2xx'],
  ['mismatch', 'wrong body', 'wrong bodies'],
];

/** '12 timeouts, 1 reset'; empty without any. */
export function errorKinds(errors: RequestErrors): string {
  return KINDS.filter(([kind]) => errors[kind] > 0)
    .map(([kind, one, many]) => `${formatCount(errors[kind])} ${errors[kind] === 1 ? one : many}`)
    .join(', ');
}

/** The server's own count against the tool's, as a ratio of the tool's. */
export function countDifference(point: Point): number | null {
  const { requests } = point;
  return point.serverRequests === null || requests === null || requests === 0
    ? null
    : point.serverRequests / requests - 1;
}
