import { expect, test } from 'vitest';
import { withInserted } from './inserted-text';

test.each([
  ['an empty text', '', 0, 'X\n\n'],
  ['the end', 'one', 3, 'one\n\nX\n\n'],
  ['the middle of a line, which stays whole', 'one line\nnext', 3, 'one line\n\nX\n\nnext'],
  ['between two paragraphs', 'one\n\ntwo', 3, 'one\n\nX\n\ntwo'],
])('puts a paragraph of its own into %s', (_where, text, at, expected) => {
  const next = withInserted(text, at, 'X');
  expect(next.text).toBe(expected);
  expect(next.text.slice(0, next.cursor).endsWith('X\n\n')).toBe(true);
});
