import type { BenchmarkSchedule, ChangeSchedule } from '@contract/schedule';

/** `cron`: a line of one's own. */
export const OFTEN = ['daily', 'weekdays', 'weekly', 'cron'] as const;
export type Often = (typeof OFTEN)[number];

export interface ScheduleDraft {
  often: Often;
  /** As a time field has it: 02:00. */
  time: string;
  /** Of the week, from 0 for Sunday. */
  day: string;
  cron: string;
  timeZone: string;
  windowMinutes: string;
  everyTime: boolean;
}

export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/** Of a night. */
const WINDOW_MINUTES = 240;
/** A point may take more than its plan, and people may come in between. */
const ROOM = 2;

/** Of a benchmark without one: every night, with room for twice what a point takes. */
export function draftOf(schedule: BenchmarkSchedule | null, plannedSeconds: number, timeZone: string): ScheduleDraft {
  const windowMinutes = Math.min(1380, Math.max(WINDOW_MINUTES, Math.ceil((ROOM * plannedSeconds) / 60)));
  if (!schedule)
    return {
      ...{ often: 'daily', time: '02:00', day: '1', cron: '0 2 * * *', timeZone },
      ...{ windowMinutes: String(windowMinutes), everyTime: true },
    };
  const { cron, everyTime } = schedule;
  const known = readCron(cron);
  return {
    ...{ often: known?.often ?? 'cron', time: known?.time ?? '02:00', day: known?.day ?? '1', cron, everyTime },
    ...{ timeZone: schedule.timeZone, windowMinutes: String(schedule.windowMinutes) },
  };
}

export function scheduleOf(draft: ScheduleDraft, enabled: boolean): ChangeSchedule {
  const { timeZone, windowMinutes, everyTime } = draft;
  return { cron: cronOf(draft), timeZone: timeZone.trim(), windowMinutes: Number(windowMinutes), everyTime, enabled };
}

function cronOf({ often, time, day, cron }: ScheduleDraft): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  switch (often) {
    case 'daily':
      return `${minute} ${hour} * * *`;
    case 'weekdays':
      return `${minute} ${hour} * * 1-5`;
    case 'weekly':
      return `${minute} ${hour} * * ${day}`;
    case 'cron':
      return cron.trim();
  }
}

function readCron(cron: string): { often: Exclude<Often, 'cron'>; time: string; day: string } | null {
  const [, minute = '', hour = '', days = ''] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5|[0-6])$/.exec(cron) ?? [];
  if (minute === '') return null;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (days === '*') return { often: 'daily', time, day: '1' };
  return days === '1-5' ? { often: 'weekdays', time, day: '1' } : { often: 'weekly', time, day: days };
}

/** 'every day at 02:00', or the line itself. */
export function cronWords(cron: string): string {
  const known = readCron(cron);
  if (!known) return cron;
  const { often, time, day } = known;
  const days = { daily: 'every day', weekdays: 'Monday to Friday', weekly: `every ${DAYS[Number(day)]}` }[often];
  return `${days} at ${time}`;
}
