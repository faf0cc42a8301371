import { describe, expect, it } from 'vitest';
import { cronWords, draftOf, type ScheduleDraft, scheduleOf } from './schedule-draft';

const kept = (cron: string) => ({
  ...{ cron, timeZone: 'Europe/Berlin', everyTime: false, windowMinutes: 90, enabled: true, upcomingAtUs: [] },
  ...{ plannedSeconds: 600, changedAtUs: 0, changedByName: null },
});

describe('the draft of a schedule', () => {
  it.each(['0 2 * * *', '30 23 * * 1-5', '5 4 * * 0', '*/20 1-4 * * *', '0 2 1 * *'])('keeps %s', (cron) => {
    const draft = draftOf(kept(cron), 600, 'UTC');
    expect(scheduleOf(draft, true)).toEqual({
      ...{ cron, timeZone: 'Europe/Berlin', everyTime: false, windowMinutes: 90, enabled: true },
    });
  });

  it('begins with every night, and room for twice the plan', () => {
    expect(scheduleOf(draftOf(null, 600, 'Asia/Tokyo'), true)).toEqual({
      ...{ cron: '0 2 * * *', timeZone: 'Asia/Tokyo', everyTime: true, windowMinutes: 240, enabled: true },
    });
    expect(draftOf(null, 4 * 3600, 'UTC').windowMinutes).toBe('480');
    expect(draftOf(null, 40 * 3600, 'UTC').windowMinutes).toBe('1380');
  });

  it('makes a line of what was chosen', () => {
    const draft: ScheduleDraft = draftOf(null, 600, 'UTC');
    expect(scheduleOf({ ...draft, often: 'weekly', day: '6', time: '22:15' }, true).cron).toBe('15 22 * * 6');
    expect(scheduleOf({ ...draft, often: 'cron', cron: ' 0 */6 * * * ' }, false)).toMatchObject({
      ...{ cron: '0 */6 * * *', enabled: false },
    });
  });
});

it.each([
  ['0 2 * * *', 'every day at 02:00'],
  ['30 23 * * 1-5', 'Monday to Friday at 23:30'],
  ['5 4 * * 0', 'every Sunday at 04:05'],
  ['*/5 2 * * *', '*/5 2 * * *'],
])('says %s as %s', (cron, words) => {
  expect(cronWords(cron)).toBe(words);
});
