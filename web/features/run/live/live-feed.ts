import type { Run, RunState } from '@contract/run';
import { formatTimeLeft } from '@/lib/time';

/** How a page hears of a run that goes on. */
export interface LiveFeed {
  /**
   * opening: nothing was heard since it was opened. live: events arrive. waiting: closed, to be opened anew. hidden:
   * closed while the tab is in the background, as a browser grants all tabs together six connections.
   */
  stream: 'opening' | 'live' | 'waiting' | 'hidden';
  /** The API is asked at intervals: the stream broke off or brings nothing. */
  polling: boolean;
  /** Streams in a row that brought nothing. */
  failures: number;
}

/** heard: any event came. failed: the stream broke off or was refused. timeout: `patienceMs` is over. */
export type FeedEvent = 'heard' | 'failed' | 'timeout' | 'hidden' | 'shown';

/** A stream's first event is sent at once. What takes longer is held back on the way. */
const FIRST_EVENT_MS = 4_000;
/** The API pings every 5 s: two may be missed, and the second may be a little late. */
const SILENCE_MS = 11_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

export const startFeed = (visible: boolean): LiveFeed => ({
  stream: visible ? 'opening' : 'hidden',
  polling: false,
  failures: 0,
});

export function nextFeed(feed: LiveFeed, event: FeedEvent): LiveFeed {
  if (event === 'hidden') return { ...feed, stream: 'hidden' };
  switch (feed.stream) {
    case 'hidden':
      return event === 'shown' ? { ...feed, stream: 'opening' } : feed;
    case 'waiting':
      // Polling goes on until the stream has shown that it works.
      return event === 'timeout' ? { ...feed, stream: 'opening' } : feed;
    case 'opening':
    case 'live':
      if (event === 'heard') return { stream: 'live', polling: false, failures: 0 };
      if (event === 'shown') return feed;
      return { stream: 'waiting', polling: true, failures: feed.failures + 1 };
  }
}

export const isOpen = ({ stream }: LiveFeed): boolean => stream === 'opening' || stream === 'live';

/** How long the state may last without news; null: for ever. */
export function patienceMs({ stream, failures }: LiveFeed): number | null {
  if (stream === 'opening') return FIRST_EVENT_MS;
  if (stream === 'live') return SILENCE_MS;
  if (stream === 'waiting') return Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return null;
}

/** A page that asks every 2 s and heard nothing of two answers shows what was, not what is. */
const ANSWERS_MS = 6_000;
export const hasFallenSilent = (sinceHeardMs: number): boolean => sinceHeardMs > ANSWERS_MS;

/** A sample may come late by this much before its host counts as silent. */
const LATE_MS = 5_000;

/** Whether the newest sample is no longer what is, but what was. */
export const isReadingOld = (sinceReadingMs: number, samplesPerSecond: number): boolean =>
  sinceReadingMs > oldAfterMs(samplesPerSecond);

export const oldAfterMs = (samplesPerSecond: number): number => LATE_MS + 1000 / samplesPerSecond;

const SAMPLED: ReadonlySet<RunState> = new Set<RunState>(['warming', 'measuring', 'cooling']);

/** Whether samples are due: outside of the steps a host may rightly send none. */
export const areSamplesDue = (state: RunState): boolean => SAMPLED.has(state);

/** The newest sample as a page took it in: by its own clock, for clocks of hosts differ. */
export interface Reading {
  heardAtMs: number;
  /** What was left of the run then; null: not known. */
  remainingUs: number | null;
}

/** Time left of a run with a silent host: a figure that stands still, and 'overdue' once it is over. */
export function timeLeftUnheard({ heardAtMs, remainingUs }: Reading, nowMs: number): string {
  if (remainingUs === null) return 'time left not known';
  const leftUs = remainingUs - (nowMs - heardAtMs) * 1000;
  return leftUs <= 0 ? 'overdue' : `${formatTimeLeft(remainingUs)} when last heard`;
}

/** Answers overtake each other: a run never goes back to a state that it has left. */
export function laterRun(known: Run | undefined, read: Run): Run {
  return known && known.transitions.length > read.transitions.length ? known : read;
}
