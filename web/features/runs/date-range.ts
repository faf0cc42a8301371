/** Days back from the beginning of today, as the address names them. */
export const PRESETS = {
  '1d': 'Since yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '365d': 'Last year',
} as const;
type Preset = keyof typeof PRESETS;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const isPreset = (text: string | null): text is Preset => text !== null && Object.hasOwn(PRESETS, text);

/** A preset or a day, as '2026-11-23'; null for anything else, which narrows nothing. */
export const knownSince = (text: string): string | null => (isPreset(text) ? text : knownDay(text));

export function knownDay(text: string): string | null {
  return DAY.test(text) && !Number.isNaN(startOfDay(text)) ? text : null;
}

export interface DateRange {
  /** A preset, or the first day. */
  since: string | null;
  /** The last day. */
  until: string | null;
}

/** The range by the clock of whoever looks, in microseconds since the Unix epoch: from the first instant on, and before the last. */
export function rangeUs({ since, until }: DateRange, today: Date): { sinceUs: number | null; beforeUs: number | null } {
  return {
    sinceUs:
      since === null
        ? null
        : (isPreset(since) ? daysFrom(today, -Number.parseInt(since, 10)) : startOfDay(since)) * 1000,
    beforeUs: until === null ? null : daysFrom(new Date(startOfDay(until)), 1) * 1000,
  };
}

/** That day as an address and a field of the browser have it. */
export function dayText(day: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

const startOfDay = (day: string): number => new Date(`${day}T00:00:00`).getTime();

/** By the calendar: a day has 23 hours when clocks are set. */
const daysFrom = (day: Date, days: number): number =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
