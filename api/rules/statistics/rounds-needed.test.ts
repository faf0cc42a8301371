import { expect, it } from 'vitest';
import { aboutRounds } from './rounds-needed.ts';

it('tells a count that rests on a few runs as a magnitude, never lower than it is', () => {
  expect([4, 10, 11, 24, 31, 55, 100].map((rounds) => aboutRounds(rounds))).toEqual(
    [4, 10, 15, 25, 40, 60, 100].map((rounds) => `about ${rounds}`),
  );
  expect([aboutRounds(177), aboutRounds(null)]).toEqual(['more than 100', 'more than 200']);
});
