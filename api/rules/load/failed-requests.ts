import type { LoadResult } from '../../contract/agent.ts';
import type { Point as RunPoint } from '../../contract/run.ts';

type Point = Pick<RunPoint, 'requests' | 'errors' | 'requestsPerSecond'>;
type Counted = Pick<LoadResult, 'requests' | 'errors'>;

/**
 * Whether not one request is known to have succeeded. Answers that failed (another status, another body) are among a tool's requests; what
 * got no answer is not.
 */
export const noneSucceeded = ({ requests, errors }: Counted): boolean =>
  requests - errors.non2xx - errors.mismatch <= 0;

/** The same of a point whose source may have told neither: nothing is known to have failed then, unless nothing was answered. */
export const gaveNothing = ({ requests, errors, requestsPerSecond }: Point): boolean =>
  requestsPerSecond === 0 || (requests !== null && errors !== null && noneSucceeded({ requests, errors }));

/** Whether a step may stand for its run: what was profiled while it ran is slower than it is, and failing may be fast. */
export const canBeBest = (profiled: boolean, counted: Counted): boolean => !profiled && !noneSucceeded(counted);

/**
 * Requests that failed, of any kind, and of how many: those that were answered and those that were not. Drivers count what was no proper
 * response as a mismatch too, which is not among the answered ones of all tools.
 */
export function failedOf({ requests, errors }: Counted): { failed: number; of: number } {
  const unanswered = errors.timeout + errors.reset + errors.connection;
  const failed = unanswered + errors.non2xx + errors.mismatch;
  return { failed, of: Math.max(requests + unanswered, failed) };
}
