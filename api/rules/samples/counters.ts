import { indexOf } from './columns.ts';
import type { SampleFrame } from './sample-frame.ts';

const WORKER_REQUESTS = /^target\/worker\/\d+\/requests$/;

/** The value of a column; null where the frame's layout lacks it. */
export function read(frame: SampleFrame, column: string): number | null {
  const at = indexOf(frame.columns).at(column);
  return at === undefined ? null : (frame.values[at] ?? null);
}

export function sum(frame: SampleFrame, pattern: RegExp): number | null {
  const positions = indexOf(frame.columns).matching(pattern);
  if (positions.length === 0) return null;
  let total = 0;
  for (const at of positions) total += frame.values[at] ?? 0;
  return total;
}

/** Requests that the server has answered since it started; null when it was not asked or did not answer in time. */
export function serverRequests(frame: SampleFrame): number | null {
  return read(frame, 'target/requestsStale') === 1 ? null : sum(frame, WORKER_REQUESTS);
}

/** Whether the target counts its requests, even where the frame holds an old count. */
export const hasRequestCounters = (frame: SampleFrame): boolean => sum(frame, WORKER_REQUESTS) !== null;

/** The rise of a counter between two frames; null where either lacks it or it fell, as a restarted counter does. */
export function rise(from: number | null, to: number | null): number | null {
  return from === null || to === null || to < from ? null : to - from;
}
