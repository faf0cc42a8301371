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
const DAY_US = 86_400_000_000;
const YEAR_US = 365 * DAY_US;
/** The hours that the clocks skip or repeat are over by then. */
const BEFORE_CHANGE_US = 3 * 3_600_000_000;

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
  const times = walk(rule, afterUs);
  return Array.from({ length: count }, () => times.next().value);
}

/** From a time that was promised to another, that one included, in order: the latest of more than `most`. */
export function timesBetween(rule: CronRule, promisedUs: number, toUs: number, most: number): number[] {
  for (let lookBackUs = DAY_US; ; lookBackUs *= 8) {
    const fromUs = Math.max(promisedUs, toUs - lookBackUs);
    const found = fromUs === promisedUs ? [promisedUs] : [];
    for (const us of walk(rule, fromUs)) {
      if (us > toUs) break;
      found.push(us);
    }
    if (fromUs === promisedUs || found.length >= most) return found.slice(-most);
  }
}

/** The shortest time between two that follow one another, as far as the next ones show; of what is rarer than a year, a year. */
export function leastGapUs(rule: CronRule, nowUs: number): number {
  let [leastUs, beforeUs, looked] = [YEAR_US, Number.NEGATIVE_INFINITY, 0];
  for (const us of walk(rule, nowUs)) {
    leastUs = Math.min(leastUs, us - beforeUs);
    looked += 1;
    if (looked === GAPS_LOOKED_AT || us > nowUs + YEAR_US) break;
    beforeUs = us;
  }
  return leastUs;
}

/** The same times wherever it begins: which of them the clocks moved or repeat, the parser knows only when it passes their change. */
function* walk({ cron, timeZone }: CronRule, afterUs: number): Generator<number, never> {
  const changed = offsetIn(afterUs - BEFORE_CHANGE_US, timeZone) !== offsetIn(afterUs, timeZone);
  const currentDate = new Date((changed ? afterUs - BEFORE_CHANGE_US : afterUs) / 1000);
  const times = cronParser.parseExpression(cron, { tz: timeZone, currentDate });
  for (;;) {
    const us = times.next().getTime() * 1000;
    if (us > afterUs) yield us;
  }
}

/** '2026-11-27 02:00 GMT+1': the same time of day twice in the night that has it twice. */
export function timeInZone(atUs: number, timeZone: string): string {
  const options = { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23', timeZone } as const;
  return `${new Intl.DateTimeFormat('sv', options).format(atUs / 1000)} ${offsetIn(atUs, timeZone)}`;
}

const offsetIn = (atUs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(atUs / 1000)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
