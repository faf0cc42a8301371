import { formatDuration } from '@rules/words/durations';

/** Time left, without flicker below a second. */
export function formatTimeLeft(remainingUs: number): string {
  const seconds = Math.ceil(Math.max(0, remainingUs) / 1e6);
  return seconds === 0 ? 'almost done' : `about ${formatDuration(seconds)} left`;
}

/** A browser's clock is off by less than that without anybody noticing. */
const CLOCKS_APART_SECONDS = 30;

const STEPS: [number, number, string][] = [
  [60, 1, 's'],
  [3600, 60, 'min'],
  [86_400, 3600, 'h'],
  [86_400 * 30, 86_400, 'd'],
];

/** just now, 12 s ago, 3 h ago; beyond thirty days the date. Of what lies ahead, as the two clocks differ, the moment itself. */
export function formatRelative(atUs: number, nowUs: number): string {
  const seconds = Math.round((nowUs - atUs) / 1e6);
  if (seconds < -CLOCKS_APART_SECONDS) return formatAbsolute(atUs);
  if (seconds < 5) return 'just now';
  for (const [limit, size, unit] of STEPS) if (seconds < limit) return `${Math.floor(seconds / size)} ${unit} ago`;
  return formatDate(atUs);
}

/** How long until a moment that lies ahead. */
export function formatUntil(atUs: number, nowUs: number): string {
  const seconds = Math.round((atUs - nowUs) / 1e6);
  // Hours are easily read up to two days.
  if (seconds >= 2 * 86_400) return `in ${Math.round(seconds / 86_400)} d`;
  return seconds <= 0 ? 'expired' : `in ${formatDuration(seconds >= 60 ? Math.ceil(seconds / 60) * 60 : seconds)}`;
}

// To make one takes as long as to write hundreds of times with it.
const inDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const inDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const inFull = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
const inClock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hour12: false });

/** Without the year: '27 Nov'. */
export const formatDay = (atUs: number): string => inDay.format(atUs / 1000);

export const formatDate = (atUs: number): string => inDate.format(atUs / 1000);

/** Absolute, with seconds and the time zone: for titles. */
export const formatAbsolute = (atUs: number): string => inFull.format(atUs / 1000);

export const formatClock = (atUs: number): string => inClock.format(atUs / 1000);

/** Seconds into a run, as a clock: 0:07, 12:30. */
export function formatOffset(seconds: number): string {
  const whole = Math.round(seconds);
  const size = Math.abs(whole);
  const minutes = Math.floor(size / 60);
  return `${whole < 0 ? '−' : ''}${minutes}:${String(size % 60).padStart(2, '0')}`;
}

/** The same to a tenth: 0:07.4. */
export function formatOffsetFine(seconds: number): string {
  const tenths = Math.round(Math.abs(seconds) * 10);
  const rest = (tenths % 600) / 10;
  return `${seconds < 0 && tenths > 0 ? '−' : ''}${Math.floor(tenths / 600)}:${rest < 10 ? '0' : ''}${rest.toFixed(1)}`;
}

/** What such a clock says, as people type it; undefined where it says no time. */
export function secondsOfOffset(text: string): number | undefined {
  const [, sign, minutes = '0', seconds] = /^([-−]?)(?:(\d{1,5}):)?(\d{1,7}(?:\.\d{1,6})?)$/.exec(text.trim()) ?? [];
  if (seconds === undefined) return undefined;
  return (Number(minutes) * 60 + Number(seconds)) * (sign ? -1 : 1);
}
