import type { LoadResult } from '../../contract/agent-reports.ts';
import type { Point, RequestErrors } from '../../contract/point.ts';

type Counted = Pick<LoadResult, 'requests' | 'errors'>;
/** As its source says it: an imported run may have neither. */
type Told = Pick<Point, 'requests' | 'errors'>;

/** Failed requests of any kind; the contract's kinds do not overlap. */
export const errorTotal = ({ timeout, connection, reset, non2xx, mismatch }: RequestErrors): number =>
  timeout + connection + reset + non2xx + mismatch;

/**
 * Whether not one request is known to have succeeded. Answers that failed (another status, another body) are among a
 * tool's requests; what got no answer is not. False where either count is missing.
 */
export const noneSucceeded = ({ requests, errors }: Told): boolean =>
  requests !== null && errors !== null && requests - errors.non2xx - errors.mismatch <= 0;

/** Such a step has no throughput worth ranking, however fast its failures came. */
export const gaveNothing = (point: Told & Pick<Point, 'requestsPerSecond'>): boolean =>
  point.requestsPerSecond === 0 || noneSucceeded(point);

/** Whether a step may stand for its run: profiling slows a step down, and failing may be fast. */
export const canBeBest = (profiled: boolean, counted: Counted): boolean => !profiled && !noneSucceeded(counted);

/**
 * Failed requests of any kind, and the number they are of: answered and unanswered requests. Drivers also count
 * improper responses as mismatches, and not all tools include those in the answered ones.
 */
export function failedOf({ requests, errors }: Counted): { failed: number; of: number } {
  const unanswered = errors.timeout + errors.reset + errors.connection;
  const failed = errorTotal(errors);
  return { failed, of: Math.max(requests + unanswered, failed) };
}
