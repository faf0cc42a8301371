import type { ExperimentSlot, ExperimentSummary } from '@contract/experiment';
import { expect, test } from 'vitest';
import { experimentStatus, progressText, remainingAt, sidesText, slotsByRound } from './experiment-words';

const summary: ExperimentSummary = {
  id: 'e',
  kind: 'comparison',
  question: 'Is prefork cheaper?',
  status: 'running',
  stoppedSentence: null,
  waitingSentence: null,
  createdAtUs: 0,
  createdByName: null,
  startedAtUs: 0,
  endedAtUs: null,
  configurationNames: ['baseline', 'prefork', '2 workers'],
  hostNames: ['lab-1'],
  rounds: 6,
  roundsPlanned: 6,
  roundsDone: 1,
  runsDone: 5,
  runsPlanned: 18,
  remainingUs: 60e6,
  headline: null,
  imported: false,
  supersededBy: null,
};
const slot = (round: number, position: number): ExperimentSlot => ({
  round,
  position,
  configuration: position,
  runId: null,
  runState: null,
  failedRunIds: [],
});

test('what is held against what reads as a sentence would have it', () => {
  expect(sidesText(summary)).toBe('baseline against prefork and 2 workers');
  expect(sidesText({ ...summary, configurationNames: ['a', 'b', 'c', 'd'] })).toBe('a against b, c and d');
  expect(sidesText({ ...summary, configurationNames: ['a', 'b'] })).toBe('a against b');
  expect(sidesText({ ...summary, kind: 'noise-floor', configurationNames: ['a', 'a again'] })).toBe('a against itself');
});

test('one that was stopped is not called done', () => {
  expect(experimentStatus({ ...summary, status: 'done' })).toEqual({ label: 'done', tone: 'ok' });
  expect(experimentStatus({ ...summary, status: 'done', stoppedSentence: 'By Ada.' }).label).toBe('stopped');
  expect(progressText(summary)).toBe('1 of 6 rounds, 5 of 18 runs done');
  expect(progressText({ ...summary, roundsPlanned: 10, roundsDone: 7, runsDone: 21, runsPlanned: 30 })).toBe(
    '7 of 10 rounds, 21 of 30 runs done',
  );
});

test('time left goes on between two readings, never below nothing, and only while it runs', () => {
  expect(remainingAt(summary, 10e6)).toBe(50e6);
  expect(remainingAt(summary, -5e6)).toBe(60e6);
  expect(remainingAt(summary, 90e6)).toBe(0);
  expect(remainingAt({ ...summary, status: 'planned' }, 0)).toBeNull();
  expect(remainingAt({ ...summary, remainingUs: null }, 0)).toBeNull();
});

test('slots stand in their rounds, in the order in which they go', () => {
  const slots = [slot(1, 1), slot(0, 1), slot(1, 0), slot(0, 0)];
  expect(slotsByRound(slots).map(({ round, slots: of }) => [round, of.map(({ position }) => position)])).toEqual([
    [0, [0, 1]],
    [1, [0, 1]],
  ]);
});
