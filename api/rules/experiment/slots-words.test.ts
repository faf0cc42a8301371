import { expect, test } from 'vitest';
import { placesText, placeText } from './slots-words.ts';

const done = { runId: 'a', failedRunIds: [] };
const repeated = { runId: 'b', failedRunIds: ['x'] };
const canceled = { runId: null, failedRunIds: ['y'] };
const untried = { runId: null, failedRunIds: [] };

test('runs of a stopped experiment are not said to be repeated, nor to come', () => {
  expect(placesText([canceled, untried, untried], true)).toBe('3 runs planned; 1 run gave no figure; 2 not run');
  expect([placeText(untried, true), placeText(canceled, true)]).toEqual(['not run', null]);
});

test('one that goes on says what was repeated, and what waits', () => {
  expect(placesText([done, repeated, untried], false)).toBe('3 runs, round by round; 1 run gave no figure; 1 repeated');
  expect(placesText([done, done], true)).toBe('2 runs, round by round');
  expect(placesText([canceled, untried], false)).toBe('2 runs, round by round; 1 run gave no figure');
  expect(placeText(untried, false)).toBe('waits');
});
