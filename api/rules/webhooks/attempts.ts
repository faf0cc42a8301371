/** Standard Webhooks 1.0.0: before each attempt so many seconds pass since the one before. */
export const RETRY_AFTER_SECONDS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** Of what a receiver may ask for. */
const RETRY_AFTER_MOST_SECONDS = 86_400;
/** Attempts of many deliveries that failed together are spread over so much more of their wait. */
const JITTER = 0.1;
const GONE = 410;
const SLOWER = new Set([429, 502, 503, 504]);

export interface Outcome {
  /** Null: no answer. */
  status: number | null;
  /** Of the answer's Retry-After; null without one that can be read. */
  retryAfterSeconds: number | null;
}

export type Then =
  | { state: 'delivered' }
  | { state: 'pending'; afterSeconds: number }
  /** `gone`: the receiver wants nothing more, ever. */
  | { state: 'failed'; gone: boolean };

/** What follows from an attempt. `tries` counts it, too; `chance` is from 0 to 1. */
export function afterAttempt({ status, retryAfterSeconds }: Outcome, tries: number, chance: number): Then {
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered' };
  if (status === GONE) return { state: 'failed', gone: true };
  const wait = RETRY_AFTER_SECONDS[tries];
  if (wait === undefined) return { state: 'failed', gone: false };
  const asked = status !== null && SLOWER.has(status) ? Math.min(retryAfterSeconds ?? 0, RETRY_AFTER_MOST_SECONDS) : 0;
  return { state: 'pending', afterSeconds: Math.max(wait, asked) * (1 + JITTER * chance) };
}

/** Seconds or a date (RFC 9110); null of anything else. */
export function readRetryAfter(header: string | undefined, nowUs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs / 1000 - nowUs / 1e6);
}

/** Why it was no success, and what to do; null: it was one. */
export function statusFault(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `It answered with a redirect (${status}), which is not followed: enter the address that it leads to.`;
  if (status === GONE) return 'It answered 410: it wants nothing more, so this webhook was disabled.';
  return `It answered ${status}.`;
}
