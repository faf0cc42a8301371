import { wholeExperimentUs } from '@rules/experiment/planned-time';
import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft } from '@/features/draft/run-draft';
import { newStep } from '@/features/draft/step-draft';
import { NOBODY } from '@/testing/hosts';
import { emptyExperiment, restoreExperiment } from './experiment-draft';
import { readExperiment } from './read-experiment';
import { readBaseline } from './read-variant';
import { ownSecondsText, stepSecondsText, withStepSeconds } from './step-seconds';

const steps = [newStep({ durationSeconds: '10' }), newStep({ durationSeconds: '30' })];
const { spec } = readDraft({ ...emptyDraft('s'), steps }, NOBODY);
const prefork = { name: '', edits: [{ field: 'target.prefork', text: 'true' }] };
const draft = { ...emptyExperiment('7'), question: 'Is prefork faster?', variants: [prefork], rounds: '3' };
const read = (stepSeconds: string) => {
  const baseline = readBaseline(withStepSeconds(spec, stepSeconds), { hostOf: NOBODY, labelOf: (id) => id });
  return readExperiment({ ...draft, stepSeconds }, baseline, null);
};
const secondsSent = (stepSeconds: string) =>
  read(stepSeconds).body.baseline.spec.load.steps.map(({ durationSeconds }) => durationSeconds);

test('one number shortens every step of what is sent, and changes nothing else', () => {
  expect([secondsSent(''), secondsSent('3')]).toEqual([
    [10, 30],
    [3, 3],
  ]);
  const shortened = read('3').body.baseline.spec;
  expect({ ...shortened, load: { ...shortened.load, steps: spec.load.steps } }).toEqual(spec);
  expect(read('3').body.variants).toEqual(read('').body.variants);
});

test('the total is that of all rounds with so many seconds: 6 runs, each 34 s shorter', () => {
  expect([read('3').runs, read('').wholeUs - read('3').wholeUs]).toEqual([6, 6 * (10 + 30 - 3 - 3) * 1e6]);
  const noise = readExperiment(
    { ...draft, kind: 'noise-floor' },
    readBaseline(spec, { hostOf: NOBODY, labelOf: (id) => id }),
    null,
  );
  expect([noise.runs, noise.wholeUs]).toEqual([6, wholeExperimentUs(3, [spec, spec])]);
});

test.each(['0', '1.5', 'ten'])('%s s is refused at its field, and no step is changed by it', (typed) => {
  expect(read(typed).faults.stepSeconds).toContain('A whole number from');
  expect(secondsSent(typed)).toEqual([10, 30]);
});

test('what the steps last now is one number, or the least and the most', () => {
  expect([stepSecondsText(spec), stepSecondsText(withStepSeconds(spec, '3'))]).toEqual(['10 to 30', '3']);
});

test('a draft that was kept before there was the field still opens', () => {
  const { stepSeconds: _, ...kept } = draft;
  expect(restoreExperiment(JSON.stringify(kept))).toEqual(draft);
});

test('a variant with a duration of its own keeps it, and is named with it', () => {
  const own = { name: 'short', edits: [{ field: 'steps.1.durationSeconds', text: '4' }] };
  const baseline = readBaseline(withStepSeconds(spec, '20'), { hostOf: NOBODY, labelOf: (id) => id });
  const { specs, body } = readExperiment({ ...draft, variants: [prefork, own] }, baseline, null);
  const names = body.variants.map(({ name }) => name);
  expect(ownSecondsText(names, specs)).toBe('short keeps its own: 4 to 20 s.');
  expect(ownSecondsText(names.slice(0, 1), specs.slice(0, 2))).toBe('');
});
