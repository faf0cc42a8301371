import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft } from '@/features/draft/run-draft';
import { NOBODY } from '@/testing/hosts';
import { againstOriginal, prepareExperiment } from './prepared-experiment';

const { spec } = readDraft(emptyDraft('s'), NOBODY);
const original = { name: 'as it is', spec };
const pinned = { name: 'as it is: pinned', spec: { ...spec, tuning: { ...spec.tuning, targetCpus: '0' } } };
const decided = { metric: 'requestsPerSecond', stepIndex: 1, rounds: 4 } as const;

test('one configuration alone is asked how far apart its runs are', () => {
  const prepared = prepareExperiment(original, [], decided);
  expect(prepared?.baseline).toEqual(original);
  expect(prepared?.draft).toMatchObject({ kind: 'noise-floor', rounds: '4', stepIndex: '1', baselineName: 'as it is' });
  expect(prepared?.draft.question).toBe('How far apart are runs of as it is in throughput?');
});

test('what was changed is the variant, and the run that it was made from the baseline', () => {
  const draft = againstOriginal(original, pinned)?.draft;
  expect(draft).toMatchObject({ kind: 'comparison', rounds: '4', stepIndex: '' });
  expect(draft?.variants).toEqual([{ name: 'pinned', edits: [{ field: '/tuning/targetCpus', text: '"0"' }] }]);
  expect(draft?.question).toBe('Does throughput differ between as it is and pinned?');
});

test('nothing is prepared where nothing differs, or where no step of the one is a step of the other', () => {
  expect(againstOriginal(original, { ...original, name: 'the same' })).toBeNull();
  const steps = [...spec.load.steps, ...spec.load.steps];
  expect(againstOriginal(original, { name: 'longer', spec: { ...spec, load: { ...spec.load, steps } } })).toBeNull();
});
