import { expect, it } from 'vitest';
import { shorten } from './shorten.ts';

it.each([
  ['is left as it is', 'short enough', 12, 'short enough'],
  ['ends with a whole word', 'Fiber under keepalive connections', 28, 'Fiber under keepalive…'],
  ['drops a comma at its end', 'one, two, three four', 14, 'one, two…'],
  ['is cut in a word that has no end', 'abcdefghijklmnop', 8, 'abcdefg…'],
])('a title %s', (_, text, most, expected) => {
  expect(shorten(text, most)).toBe(expected);
  expect(shorten(text, most).length).toBeLessThanOrEqual(most);
});
