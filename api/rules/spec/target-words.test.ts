import { expect, it } from 'vitest';
import { mixName, mixText } from './target-words.ts';

const asked = (path: string, method: 'GET' | 'POST' = 'GET') => ({ method, path, weight: 1 });

it('a name has the first request of a mix and how many more, where a text has them all', () => {
  const mix = [asked('/echo', 'POST'), asked('/fast'), asked('/slow')];
  expect(mixName(mix)).toBe('POST /echo and 2 more');
  expect(mixText(mix)).toBe('33.3 % POST /echo, 33.3 % /fast, 33.3 % /slow');
  expect(mixName([asked('/fast')])).toBe(mixText([asked('/fast')]));
  expect(mixName([])).toBe(mixText([]));
});
