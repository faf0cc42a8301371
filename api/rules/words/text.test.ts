import { expect, test } from 'vitest';
import { sentencesOf } from './text.ts';

test('a reason is cut where a sentence begins, not at a decimal point or within a clause', () => {
  expect(sentencesOf('At 1.5 k req/s; client CPU 30 % busy. Suspect: unsteady. 4 rounds detect 3 %.')).toEqual([
    'At 1.5 k req/s; client CPU 30 % busy.',
    'Suspect: unsteady.',
    '4 rounds detect 3 %.',
  ]);
});

test('no text has no sentence', () => {
  expect(sentencesOf('')).toEqual([]);
});
