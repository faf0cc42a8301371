/** The header has whole seconds, and an answer is on its way for some time. A smaller difference counts as none. */
const SAME_MS = 5_000;
/** An answer that was heard so late says when it was sent, and not what time it is: a laptop may have slept meanwhile. */
const LATE_MS = 3_000;

/** An answer of the API: its Date header, and when the browser asked and heard, by its own clock. */
export interface Heard {
  date: string | null;
  askedMs: number;
  heardMs: number;
}

/** How far the API's clock is ahead of the browser's, in ms; null where the answer does not tell. */
export function aheadMsOf({ date, askedMs, heardMs }: Heard): number | null {
  const saidMs = Date.parse(date ?? '');
  if (Number.isNaN(saidMs) || heardMs < askedMs || heardMs - askedMs > LATE_MS) return null;
  const ahead = saidMs - heardMs;
  return Math.abs(ahead) < SAME_MS ? 0 : ahead;
}

let aheadMs = 0;
const listeners = new Set<() => void>();

export function hearClock(heard: Heard): void {
  const before = aheadMs;
  aheadMs = aheadMsOf(heard) ?? before;
  // A header has whole seconds, so a clock that is off reads a little different each time.
  if (Math.abs(aheadMs - before) >= SAME_MS) for (const listener of listeners) listener();
}

/** Told when the API's clock proves to be another than was thought. @returns its end */
export function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The present by the API's clock, of which all of its times are. The browser's may be minutes off. */
export const nowMs = (): number => Date.now() + aheadMs;
