import cronParser from 'cron-parser';

/** Five fields, as people write them in crontab(5), and the zone whose clock they are read by. */
export interface CronRule {
  cron: string;
  timeZone: string;
}

/** Numbers, lists, ranges, steps, and names of months and days: what every cron knows. */
const FIELD = '[0-9A-Za-z*,/-]{1,60}';
const FIVE_FIELDS = new RegExp(`^${FIELD}( +${FIELD}){4}$`);
/** `Europe/Berlin`, `UTC`, `Etc/GMT+1`: no offset, which has no summer time. */
const ZONE = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/;
/** Two months of nights: each takes a while to find. */
const GAPS_LOOKED_AT = 60;

/** What is wrong with it, at its field; null: nothing. */
export function cronFault(
  { cron, timeZone }: CronRule,
  nowUs: number,
): { path: keyof CronRule; message: string } | null {
  if (!ZONE.test(timeZone) || !isKnownZone(timeZone))
    return { path: 'timeZone', message: 'must be a time zone of IANA such as Europe/Berlin or UTC' };
  if (!FIVE_FIELDS.test(cron))
    return {
      path: 'cron',
      message: 'needs five fields: minute, hour, day of month, month, day of week, as in 0 2 * * *',
    };
  try {
    timesAfter({ cron, timeZone }, nowUs, 1);
    return null;
  } catch {
    return { path: 'cron', message: 'names no time that ever comes: check each field' };
  }
}

function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/**
 * The next times. An hour that the clocks skip moves a time of it to the one after; of an hour that comes twice, a time of day is
 * met once, and what runs every hour both times.
 */
export function timesAfter(rule: CronRule, afterUs: number, count: number): number[] {
  const times = iterate(rule, afterUs);
  return Array.from({ length: count }, () => times.next().getTime() * 1000);
}

/** Times from one to another, both included, in order: the latest of more than `most`. */
export function timesBetween(rule: CronRule, fromUs: number, toUs: number, most: number): number[] {
  const times = iterate(rule, toUs + 1_000_000);
  const found: number[] = [];
  while (found.length < most) {
    const us = times.prev().getTime() * 1000;
    if (us < fromUs) break;
    if (us <= toUs) found.push(us);
  }
  return found.reverse();
}

/** The shortest time between two that follow one another. */
export function leastGapUs(rule: CronRule, nowUs: number): number {
  const times = timesAfter(rule, nowUs, GAPS_LOOKED_AT);
  return Math.min(...times.slice(1).map((us, before) => us - (times[before] ?? 0)));
}

const iterate = ({ cron, timeZone }: CronRule, fromUs: number) =>
  cronParser.parseExpression(cron, { tz: timeZone, currentDate: new Date(fromUs / 1000) });

/** '2026-11-27 02:00 GMT+1': the same time of day twice in the night that has it twice. */
export function timeInZone(atUs: number, timeZone: string): string {
  const options = { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23', timeZone } as const;
  const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(atUs / 1000)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `${new Intl.DateTimeFormat('sv', options).format(atUs / 1000)} ${zone ?? timeZone}`;
}
