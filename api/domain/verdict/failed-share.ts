import type { Point } from '../../contract/run.ts';
import { failedOf } from '../failed-requests.ts';

/** Of all requests those that failed, of any kind; null where nobody counted them, or nothing was asked. */
export function failedShare(point: Point): { failed: number; of: number; share: number } | null {
  const { errors, durationUs } = point;
  const requests = point.requests ?? (durationUs === null ? null : (point.requestsPerSecond * durationUs) / 1e6);
  if (errors === null || requests === null) return null;
  const { failed, of } = failedOf({ requests, errors });
  return of > 0 ? { failed, of, share: failed / of } : null;
}
