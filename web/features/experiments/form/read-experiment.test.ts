import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft, type RunDraft } from '@/features/draft/run-draft';
import { newStep } from '@/features/draft/step-draft';
import { NOBODY } from '@/testing/hosts';
import { hardware } from '@/testing/launches';
import { type ExperimentDraft, emptyExperiment, isExperimentTyped, restoreExperiment } from './experiment-draft';
import { experimentField, readExperiment } from './read-experiment';
import { readBaseline } from './read-variant';

const places = { hostOf: NOBODY, labelOf: (id: string) => id };
const baselineOf = (change: Partial<RunDraft> = {}) =>
  readBaseline(readDraft({ ...emptyDraft('s'), ...change }, NOBODY).spec, places);
const prefork = { name: '', edits: [{ field: 'target.prefork', text: 'true' }] };
const draft: ExperimentDraft = { ...emptyExperiment('7'), question: ' Is prefork faster? ', variants: [prefork] };
const read = (change: Partial<ExperimentDraft> = {}, baseline = baselineOf(), suggested: number | null = null) =>
  readExperiment({ ...draft, ...change }, baseline, suggested);

test('what is typed comes to what is sent', () => {
  const baseline = baselineOf();
  expect(read({ extensionRounds: '4', stepIndex: '1' }, baseline)).toMatchObject({
    faults: {},
    designable: true,
    body: {
      kind: 'comparison',
      question: 'Is prefork faster?',
      hypothesis: '',
      baseline: { name: 'baseline', spec: baseline.spec },
      variants: [{ name: 'prefork', changes: [{ path: '/target/prefork', value: true }] }],
      rounds: 6,
      extensionRounds: 4,
      primary: { metric: 'requestsPerSecond', stepIndex: 1 },
      marginPercent: 2,
      seed: 7,
    },
  });
});

test('a noise floor has no variants, and keeps those that were typed', () => {
  const { body, faults } = read({ kind: 'noise-floor', variants: [] });
  expect([body.variants, faults]).toEqual([[], {}]);
});

test('the step that decides is the suggested one unless it takes profiles', () => {
  expect(read({}, baselineOf(), 1).body.primary.stepIndex).toBe(1);
  const profiled = baselineOf({ steps: [newStep({ profiles: ['cpu'], profiledOnly: true }), newStep()] });
  expect(read({}, profiled, 0).body.primary.stepIndex).toBe(1);
  const only = baselineOf({ steps: [newStep({ profiles: ['cpu'], profiledOnly: true })] });
  expect(read({}, only).faults.stepIndex).toContain('profiles');
});

test.each<[Partial<ExperimentDraft>, string]>([
  [{ question: '  ' }, 'question'],
  [{ question: 'x'.repeat(301) }, 'question'],
  [{ hypothesis: 'x'.repeat(2001) }, 'hypothesis'],
  [{ rounds: '1' }, 'rounds'],
  [{ rounds: '61' }, 'rounds'],
  [{ extensionRounds: '1' }, 'extensionRounds'],
  [{ marginPercent: '0' }, 'marginPercent'],
  [{ marginPercent: '51' }, 'marginPercent'],
  [{ seed: '4294967296' }, 'seed'],
  [{ stepIndex: '9' }, 'stepIndex'],
  [{ variants: [] }, 'variants'],
  [{ variants: [{ name: 'a', edits: [] }] }, 'variants.0'],
  [{ variants: [{ name: 'x'.repeat(81), edits: prefork.edits }] }, 'variants.0.name'],
  [{ variants: [{ name: 'baseline', edits: prefork.edits }] }, 'variants.0.name'],
  [{ variants: [{ name: 'a', edits: [{ field: 'target.workers', text: '-' }] }] }, 'variants.0.edits.0'],
])('%o is refused at %s', (change, field) => {
  const { faults } = read(change);
  expect(Object.keys(faults)).toEqual([field]);
});

test('the same twice is refused at the second, by its name and by what it changes', () => {
  expect(Object.keys(read({ variants: [prefork, prefork] }).faults).sort()).toEqual(['variants.1', 'variants.1.name']);
  const other = { ...prefork, name: 'again' };
  expect(read({ variants: [prefork, other] }).faults['variants.1']).toContain('the same as prefork');
});

test('a question that is not asked yet does not keep the design from being told', () => {
  expect(read({ question: '' })).toMatchObject({ designable: true, faults: { question: expect.any(String) } });
  expect(read({ rounds: '' }).designable).toBe(false);
});

test('a search is no baseline: its steps are not known before', () => {
  const search = baselineOf({ search: { ...emptyDraft().search, on: true } });
  expect(read({}, search).faults.baseline).toContain('fixed steps');
});

test.each([
  ['question', 'question'],
  ['/primary/metric', 'metric'],
  ['primary.stepIndex', 'stepIndex'],
  ['baseline.name', 'baselineName'],
  ['baseline.spec.target.name', 'baseline'],
  ['variants[1].name', 'variants.1.name'],
  ['body/variants/0/changes/0/value', 'variants.0'],
  ['something', null],
])('what the API says of %s belongs to %s', (path, field) => {
  expect(experimentField(path)).toBe(field);
});

test('a draft survives its storage, and nothing else is taken for one', () => {
  expect(restoreExperiment(JSON.stringify(draft))).toEqual(draft);
  for (const stored of [null, '', '{', '[]', '3', JSON.stringify({ ...draft, metric: 'x' })])
    expect(restoreExperiment(stored)).toBeNull();
  expect(restoreExperiment(JSON.stringify({ ...draft, variants: [{ name: 'a', edits: [null] }] }))).toBeNull();
  expect([isExperimentTyped(emptyExperiment('5')), isExperimentTyped(draft)]).toEqual([false, true]);
});

const HANDED = hardware({ clients: { instanceType: 'c5.xlarge', count: 1 }, market: 'spot', budgetMicroUsd: 5e6 });

test('the launch of its hosts is what was handed over, for as long as all rounds take, with the bounds that are typed', () => {
  const asked = (change: Partial<ExperimentDraft>) =>
    readExperiment({ ...draft, ...change }, baselineOf(), null, HANDED);
  const { launch, wholeUs, faults } = asked({});
  expect(faults).toEqual({});
  expect(launch).toEqual({ spec: HANDED, plannedMinutes: Math.ceil(wholeUs / 60e6) });
  expect(asked({ ttlMinutes: '90', keepMinutes: '0', budgetUsd: '2.5' }).launch?.spec).toEqual({
    ...HANDED,
    ttlMinutes: 90,
    keepMinutes: 0,
    budgetMicroUsd: 2.5e6,
  });
  expect(asked({ extensionRounds: '6' }).launch?.plannedMinutes).toBe(Math.ceil((2 * wholeUs) / 60e6));
  expect(asked({ ttlMinutes: '5' }).faults.ttlMinutes).toContain('A whole number from 10');
  const long = asked({ rounds: '60', extensionRounds: '60', stepSeconds: '' });
  expect(long.faults.ttlMinutes).toMatch(
    /^The experiment takes, with its further rounds, about .*, longer than the TTL/,
  );
  // What it can show is said all the same.
  expect(long.designable).toBe(true);
  expect(read().launch).toBeNull();
});
