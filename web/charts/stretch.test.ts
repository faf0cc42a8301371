import { expect, test } from 'vitest';
import { atLeast, halfOf, secondsOfText, stretchOf, textOfSeconds } from './stretch';

test.each([
  ['12.5..18.25', { from: 12.5, to: 18.25 }],
  ['-1..4', { from: -1, to: 4 }],
])('%s in an address is a stretch, and is written the same', (text, seconds) => {
  expect(secondsOfText(text)).toEqual(seconds);
  expect(textOfSeconds(seconds)).toBe(text);
});

test.each(['', '5', '5..5', '6..5', 'a..b', '1..2..3', '1.2345..9', '12345678..99999999'])(
  '%s in an address is none',
  (text) => expect(secondsOfText(text)).toBeNull(),
);

test('a stretch is in order whichever end was set first', () => {
  expect(stretchOf(9, 4)).toEqual({ fromUs: 4, toUs: 9 });
});

test('a stretch that is too short grows around its middle', () => {
  expect(atLeast({ fromUs: 10, toUs: 12 }, 6)).toEqual({ fromUs: 8, toUs: 14 });
  expect(atLeast({ fromUs: 10, toUs: 20 }, 6)).toEqual({ fromUs: 10, toUs: 20 });
});

test('half of what is shown stays within it, and is not shorter than the least', () => {
  expect(halfOf({ fromUs: 0, toUs: 100 }, 50, 10)).toEqual({ fromUs: 25, toUs: 75 });
  expect(halfOf({ fromUs: 0, toUs: 100 }, 95, 10)).toEqual({ fromUs: 50, toUs: 100 });
  expect(halfOf({ fromUs: 0, toUs: 12 }, 3, 10)).toEqual({ fromUs: 0, toUs: 10 });
});
