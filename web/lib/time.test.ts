import { formatDuration } from '@rules/words/durations';
import { expect, test } from 'vitest';
import { formatOffset, formatOffsetFine, formatRelative, formatTimeLeft, formatUntil, secondsOfOffset } from './time';

test.each([
  [0.012, '12 ms'],
  [1.49, '1.4 s'],
  [59.6, '1 min'],
  [60, '1 min'],
  [90, '1 min 30 s'],
  [3600, '1 h'],
  [7_500, '2 h 5 min'],
])('%f s lasts %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

const nowUs = 1_700_000_000_000_000;

test.each([
  [1, 'just now'],
  [42, '42 s ago'],
  [60 * 59, '59 min ago'],
  [3600 * 5, '5 h ago'],
  [86_400 * 2, '2 d ago'],
])('%d s before now is %s', (seconds, text) => {
  expect(formatRelative(nowUs - seconds * 1e6, nowUs)).toBe(text);
});

test('time left never flickers below a second', () => {
  expect([12_400_000, 300_000, 0].map(formatTimeLeft)).toEqual(['about 13 s left', 'about 1 s left', 'almost done']);
});

test('a token that ran out says so', () => {
  expect([formatUntil(nowUs - 1, nowUs), formatUntil(nowUs + 3_590_000_000, nowUs)]).toEqual(['expired', 'in 1 h']);
  expect([47, 48, 2160].map((hours) => formatUntil(nowUs + hours * 3_600_000_000, nowUs))).toEqual([
    ...['in 47 h', 'in 2 d', 'in 90 d'],
  ]);
});

test('offsets read as a clock', () => {
  expect([0, 7, 61, -3].map(formatOffset)).toEqual(['0:00', '0:07', '1:01', '−0:03']);
});

test.each([
  [0, '0:00.0'],
  [7.44, '0:07.4'],
  [59.97, '1:00.0'],
  [-1.5, '−0:01.5'],
  [754.2, '12:34.2'],
])('%d seconds into a run are %s to a tenth', (seconds, text) => {
  expect(formatOffsetFine(seconds)).toBe(text);
  expect(secondsOfOffset(text)).toBeCloseTo(seconds, 0);
});

test.each([
  ['12.5', 12.5],
  [' 1:02 ', 62],
  ['-0:01', -1],
  ['', undefined],
  ['soon', undefined],
  ['1:2:3', undefined],
])('a typed time of %j is %s seconds', (text, seconds) => {
  expect(secondsOfOffset(text)).toBe(seconds);
});
