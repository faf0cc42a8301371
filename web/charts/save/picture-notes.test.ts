import { expect, test } from 'vitest';
import { brokenAt, noteLine, notesInView } from './picture-notes';

const tenWide = (line: string): boolean => line.length <= 10;

test('a note is broken between words, and within a word that is longer than a line', () => {
  expect(brokenAt('1: the cache was cold', tenWide)).toEqual(['1: the', 'cache was', 'cold']);
  expect(brokenAt('2: abcdefghijklmnop', tenWide)).toEqual(['2:', 'abcdefghij', 'klmnop']);
  expect(brokenAt('', tenWide)).toEqual([]);
});

test('a note is one line, whatever was typed', () => {
  expect(noteLine({ number: 3, text: ' GC\n\tbegan ' })).toBe('3: GC began');
});

test('what touches the stretch that is shown is in it', () => {
  const note = (number: number, fromUs: number, toUs: number | null) => ({ number, fromUs, toUs, text: '' });
  const notes = [note(1, 5, null), note(2, 1, 10), note(3, 20, null), note(4, 12, 30)];
  expect(notesInView({ notes, fromUs: 10, toUs: 20 }).map(({ number }) => number)).toEqual([2, 3, 4]);
});
