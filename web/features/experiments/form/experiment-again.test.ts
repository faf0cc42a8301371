import type { ShownExperiment as Experiment, ExperimentConfiguration } from '@contract/experiment';
import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft } from '@/features/draft/run-draft';
import { NOBODY } from '@/testing/hosts';
import { draftAgain, splitDraft } from './experiment-again';
import { readExperiment } from './read-experiment';
import { readBaseline } from './read-variant';

const { spec } = readDraft(emptyDraft('s'), NOBODY);
const prefork = { path: '/target/prefork', value: true };
const pinned = { path: '/tuning/targetCpus', value: '0' };
const plain: ExperimentConfiguration = { index: 0, name: 'as it is', spec, changes: [], groups: [], singleFactor: [] };
const both: ExperimentConfiguration = {
  ...plain,
  index: 1,
  name: 'both',
  changes: [prefork, pinned],
  groups: ['target', 'tuning'],
  singleFactor: [
    { group: 'target', name: 'both, target alone', changes: [prefork] },
    { group: 'tuning', name: 'both, tuning alone', changes: [pinned] },
  ],
};
const experiment = {
  kind: 'comparison',
  question: 'Cheaper?',
  hypothesis: 'Yes.',
  rounds: 4,
  extensionRounds: null,
  primary: { metric: 'serverCpuUsPerRequest', stepIndex: 1 },
  marginPercent: 2.5,
  seed: 5,
  configurations: [plain, both],
} as unknown as Experiment;

const readAgain = (draft: NonNullable<ReturnType<typeof draftAgain>>['draft']) =>
  readExperiment(draft, readBaseline(spec, { hostOf: NOBODY, labelOf: (id) => id }), null);

test('the same again reads back as what was asked, but for the seed', () => {
  const again = draftAgain(experiment);
  expect(again?.baseline).toMatchObject({ name: 'as it is', spec, source: { kind: 'experiment', name: 'Cheaper?' } });
  const { body, faults } = readAgain(again?.draft as NonNullable<typeof again>['draft']);
  expect(faults).toEqual({});
  expect(body).toMatchObject({
    kind: 'comparison',
    question: 'Cheaper?',
    hypothesis: 'Yes.',
    baseline: { name: 'as it is' },
    variants: [{ name: 'both', changes: [prefork, pinned] }],
    rounds: 4,
    extensionRounds: null,
    primary: { metric: 'serverCpuUsPerRequest', stepIndex: 1 },
    marginPercent: 2.5,
    seed: null,
  });
});

test('single-factor variants take the place of the one that changes several groups', () => {
  const again = draftAgain(experiment);
  const split = splitDraft(again?.draft as NonNullable<typeof again>['draft'], both);
  const { body, variants, faults } = readAgain(split);
  expect(faults).toEqual({});
  expect(body.variants).toEqual([
    { name: 'both, target alone', changes: [prefork] },
    { name: 'both, tuning alone', changes: [pinned] },
  ]);
  expect(variants.map(({ groups }) => groups)).toEqual([['target'], ['tuning']]);
});

test('a noise floor has no variants to repeat, and none was made before there was a baseline', () => {
  const floor = { ...experiment, kind: 'noise-floor', configurations: [plain, { ...plain, index: 1 }] } as Experiment;
  expect(draftAgain(floor)?.draft.variants).toEqual([{ name: '', edits: [] }]);
  expect(draftAgain({ ...experiment, configurations: [] })).toBeNull();
});
