import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft } from '@/features/draft/run-draft';
import { NOBODY } from '@/testing/hosts';
import { type ExperimentDraft, emptyExperiment, emptyVariant } from './experiment-draft';
import { followed } from './filled-words';
import { againstOriginal, prepareExperiment } from './prepared-experiment';
import { readExperiment } from './read-experiment';
import { readBaseline } from './read-variant';

const { spec } = readDraft(emptyDraft('s'), NOBODY);
const original = { id: 'run-1', name: 'as it is', spec };
const pinned = { name: 'pinned', spec: { ...spec, tuning: { ...spec.tuning, targetCpus: '0' } } };
const decided = { metric: 'requestsPerSecond', stepIndex: 1, rounds: 4 } as const;

test('one configuration alone is asked how far apart its runs are', () => {
  const prepared = prepareExperiment(original, [], decided);
  expect(prepared?.baseline).toMatchObject({ name: 'as it is', spec });
  expect(prepared?.draft).toMatchObject({ kind: 'noise-floor', rounds: '4', stepIndex: '1', baselineName: 'as it is' });
  expect(prepared?.draft.question).toBe('How far apart are runs of as it is in throughput?');
});

test('what was changed is the variant, and the run that it was made from the baseline', () => {
  const prepared = againstOriginal(original, pinned);
  expect(prepared?.baseline.source).toEqual({ kind: 'run', id: 'run-1', name: 'as it is' });
  const draft = prepared?.draft;
  expect(draft).toMatchObject({ kind: 'comparison', rounds: '4', stepIndex: '' });
  expect(draft?.variants).toMatchObject([{ name: 'pinned', edits: [{ field: '/tuning/targetCpus', text: '"0"' }] }]);
  expect(draft?.question).toBe('Does throughput differ between as it is and pinned?');
});

test('nothing is prepared where nothing differs, or where no step of the one is a step of the other', () => {
  expect(againstOriginal(original, { ...original, name: 'the same' })).toBeNull();
  const steps = [...spec.load.steps, ...spec.load.steps];
  expect(againstOriginal(original, { name: 'longer', spec: { ...spec, load: { ...spec.load, steps } } })).toBeNull();
});

const baseline = readBaseline(spec, { hostOf: NOBODY, labelOf: () => 'lab-1' });
const settled = (draft: ExperimentDraft): ExperimentDraft => {
  const next = followed(draft, readExperiment(draft, baseline, null).body);
  return next ? settled({ ...draft, ...next }) : draft;
};

test('names and questions that were filled in follow the changes until a person types one', () => {
  const draft = againstOriginal(original, pinned)?.draft ?? emptyExperiment();
  expect(settled(draft)).toBe(draft);
  const edits = [{ field: '/target/prefork', text: 'true' }];
  const [filled = emptyVariant()] = draft.variants;
  const changed = settled({ ...draft, variants: [{ ...filled, edits }] });
  expect(changed.variants).toEqual([{ name: '', edits }]);
  expect(changed.question).toBe('Does throughput differ between as it is and prefork?');
  const typed = { ...draft, question: 'Why?', variants: [{ ...filled, name: 'mine', edits }] };
  expect(settled(typed)).toMatchObject({ question: 'Why?', variants: [{ name: 'mine' }] });
});
