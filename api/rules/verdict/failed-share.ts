import { failedOf } from '../load/failed-requests.ts';
import { type Figured, measuredSeconds } from './measured-seconds.ts';

/** The share of all requests that failed, of any kind; null where they were not counted, or nothing was asked. */
export function failedShare({ spec, point }: Figured): { failed: number; of: number; share: number } | null {
  const { errors, requestsPerSecond } = point;
  const seconds = measuredSeconds({ spec, point });
  const requests = point.requests ?? (seconds === null ? null : requestsPerSecond * seconds);
  if (errors === null || requests === null) return null;
  const { failed, of } = failedOf({ requests, errors });
  return of > 0 ? { failed, of, share: failed / of } : null;
}
