import { describe, expect, it } from 'vitest';
import { cronFault, leastGapUs, timeInZone, timesAfter, timesBetween } from './cron.ts';

const us = (text: string): number => Date.parse(text) * 1000;
const iso = (times: number[]): string[] => times.map((one) => new Date(one / 1000).toISOString().slice(0, 16));
const berlin = (cron: string) => ({ cron, timeZone: 'Europe/Berlin' });

describe('a schedule in a zone with summer time', () => {
  it('moves a time that the clocks skip to the hour after', () => {
    expect(iso(timesAfter(berlin('30 2 * * *'), us('2026-03-27T12:00Z'), 3))).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:30',
      '2026-03-30T00:30',
    ]);
  });

  it('meets a time of day once in the night that has it twice, and every hour as it comes', () => {
    expect(iso(timesAfter(berlin('30 2 * * *'), us('2026-10-24T12:00Z'), 2))).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
    expect(iso(timesAfter(berlin('0 * * * *'), us('2026-10-24T23:30Z'), 3))).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ]);
    expect(leastGapUs(berlin('0 2 * * *'), us('2026-03-01T00:00Z'))).toBe(23 * 3600e6);
    expect([us('2026-10-25T00:00Z'), us('2026-10-25T01:00Z')].map((at) => timeInZone(at, 'Europe/Berlin'))).toEqual([
      '2026-10-25 02:00 GMT+2',
      '2026-10-25 02:00 GMT+1',
    ]);
  });

  it.each([
    ['0 2 * * *', 'Europe/Berlin', '2027-03-27T12:00Z', '2027-03-28T01:00'],
    ['0 2 * * *', 'America/New_York', '2027-03-13T17:00Z', '2027-03-14T07:00'],
    ['30 1 * * *', 'Europe/London', '2027-03-27T12:00Z', '2027-03-28T01:30'],
    ['30 2 * * *', 'Europe/Berlin', '2027-10-30T12:00Z', '2027-10-31T00:30'],
  ])('finds once what it promised: %s in %s after %s', (cron, timeZone, after, promised) => {
    const rule = { cron, timeZone };
    const [dueAtUs = 0] = timesAfter(rule, us(after), 1);
    expect(iso([dueAtUs])).toEqual([promised]);
    expect(iso(timesBetween(rule, dueAtUs, dueAtUs + 5e6, 10))).toEqual([promised]);
    expect(iso(timesBetween(rule, dueAtUs, dueAtUs + 5 * 3600e6, 10))).toEqual([promised]);
  });

  it('promises the same from whichever minute of such a night it is asked', () => {
    for (const [from, cron] of [
      ['2027-03-27T22:00Z', '0,30 2 * * *'],
      ['2027-10-30T22:00Z', '0,30 2 * * *'],
      ['2027-10-30T22:00Z', '*/20 * * * *'],
    ] as const) {
      const times = timesAfter(berlin(cron), us(from), 20);
      for (let minute = 0; minute < 300; minute += 7) {
        const atUs = us(from) + minute * 60e6;
        expect(iso(timesAfter(berlin(cron), atUs, 1))).toEqual(iso(times.filter((one) => one > atUs).slice(0, 1)));
      }
    }
  });

  it('calls what is rarer than a year a year apart, which takes few steps', () => {
    expect(leastGapUs(berlin('59 23 29 2 *'), us('2026-11-27T00:00Z'))).toBe(365 * 86_400e6);
    expect(leastGapUs(berlin('0 0 1,3 1 *'), us('2026-11-27T00:00Z'))).toBe(2 * 86_400e6);
  });

  it('finds the times of a stretch, its ends included, and the latest of many', () => {
    const rule = { cron: '0 2 * * *', timeZone: 'UTC' };
    const between = (most: number) => iso(timesBetween(rule, us('2026-11-01T02:00Z'), us('2026-11-04T02:00Z'), most));
    expect(between(10)).toEqual(['2026-11-01T02:00', '2026-11-02T02:00', '2026-11-03T02:00', '2026-11-04T02:00']);
    expect(between(2)).toEqual(['2026-11-03T02:00', '2026-11-04T02:00']);
  });
});

it.each([
  ['61 * * * *', 'UTC', 'cron'],
  ['0 2 31 2 *', 'UTC', 'cron'],
  ['* * * *', 'UTC', 'cron'],
  ['0 0 2 * * *', 'UTC', 'cron'],
  ['@daily', 'UTC', 'cron'],
  ['0 2 ? * *', 'UTC', 'cron'],
  ['0 2 * * *', 'Europe/Nowhere', 'timeZone'],
  ['0 2 * * *', '+01:00', 'timeZone'],
])('refuses %s in %s', (cron, timeZone, path) => {
  expect(cronFault({ cron, timeZone }, us('2026-11-27T00:00Z'))?.path).toBe(path);
});

it('takes what every cron knows', () => {
  for (const cron of ['0 2 * * *', '*/15 1-4 * * mon-fri', '0 2 1,15 jan *', '0  2 * * 7'])
    expect(cronFault({ cron, timeZone: 'UTC' }, us('2026-11-27T00:00Z'))).toBeNull();
});
