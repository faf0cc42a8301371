import { expect, test } from 'vitest';
import type { ImportedExperimentRef, ImportedRunRef } from '../../contract/import.ts';
import { alreadyHere } from './already-here.ts';

const part = { fileName: 'a.json', copyOf: null };
const run = (over: Partial<ImportedRunRef> = {}): ImportedRunRef => ({
  ...part,
  ...{ runId: null, name: 'a', format: 'wrk', points: 1, best: null, verdict: null, missing: [], known: false },
  ...over,
});
const experiment = (over: Partial<ImportedExperimentRef> = {}): ImportedExperimentRef => ({
  ...part,
  ...{ experimentId: null, question: 'Why?', known: false },
  ...over,
});

test('what is new warns of nothing', () => {
  expect(alreadyHere([{ runs: [run()], experiments: [experiment()] }])).toBeNull();
  expect(alreadyHere([])).toBeNull();
});

test('what was imported before is told over all files, and is not stored twice', () => {
  const known = { runs: [run({ known: true }), run({ known: true })], experiments: [experiment({ known: true })] };
  expect(alreadyHere([known])).toEqual({
    title: 'All of this is here already',
    sentences: ['Imported before: 2 runs, 1 experiment. Nothing is stored twice; a deleted run comes back.'],
  });
  expect(alreadyHere([known, { runs: [run()], experiments: [] }])?.title).toBe('Part of this is here already');
});

test('a document of a run that was measured here would be a copy', () => {
  expect(alreadyHere([{ runs: [run({ copyOf: 'one' })], experiments: [] }])?.sentences).toEqual([
    'Here under the same ids: 1 run. Importing adds copies under new ids.',
  ]);
});
