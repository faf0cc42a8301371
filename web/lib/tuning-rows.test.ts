import type { RunKnob, SettingEffect } from '@contract/tuning';
import { askedSettings } from '@rules/tuning/setting-words';
import { expect, test } from 'vitest';
import { knobWith, runTuningWith, tuningWith } from '@/testing/tuning';
import { notChangeable, restoreTold, settingRows } from './tuning-rows';

const asked = askedSettings(tuningWith({ packetSteering: { cpus: '0-3' } }));
const effect = (stepIndex: number, verdict: SettingEffect['verdict']): SettingEffect => ({
  setting: 'packetSteering',
  stepIndex,
  verdict,
  sentence: `step ${stepIndex}: ${verdict}`,
});

function row(
  knobs: Partial<RunKnob>[],
  over = true,
  effects: SettingEffect[] = [],
  restoreMatches: boolean | null = null,
) {
  const tuning = runTuningWith({ knobs: knobs.map(knobWith), effects, restoreMatches });
  const [first] = settingRows({ tuning, asked, startedCpus: undefined, over });
  if (!first) throw new Error('no row');
  return first;
}

test('while a run is under way a setting fills from left to right', () => {
  const before = settingRows({ tuning: null, asked, startedCpus: undefined, over: false })[0];
  expect(before).toMatchObject({ label: 'Packet steering (RPS)', asked: 'CPUs 0-3' });
  expect([before?.readBack, before?.effect, before?.restored].map((stage) => stage?.word)).toEqual([
    'not yet',
    'not yet',
    'not yet',
  ]);
  const applied = row([{}, {}], false);
  expect(applied.readBack).toEqual({ mark: 'ok', word: 'as asked', detail: 'CPUs 0-3 ×2' });
  expect(applied.effect.word).toBe('not yet');
  expect(applied.restored).toEqual({ mark: 'wait', word: 'when the run ends', detail: null });
  const measured = row([{}], false, [effect(0, 'effective')]);
  expect(measured.effect).toEqual({ mark: 'ok', word: 'effective', detail: 'step 0: effective' });
});

test.each([
  ['refused by the kernel', [{ status: 'failed' }, {}], 'bad', 'refused', '1 of 2 knobs'],
  ['read as something else', [{ status: 'differs', readBack: '7' }], 'bad', 'reads differently', '1 of 1 knob'],
  ['already so', [{ status: 'unchanged' }], 'ok', 'was so already', 'CPUs 0-3'],
  ['not changeable at all', [{ status: 'not-changeable', reason: 'managed' }], 'warn', 'not changeable', 'managed'],
  ['changeable in part', [{}, { status: 'not-changeable' }], 'warn', 'in part', '1 of 2 knobs not changeable'],
  ['of different values', [{ readBack: '1' }, { readBack: '2' }], 'ok', 'as asked', '2 knobs'],
  ['only reset alongside', [{ asked: null }], 'none', 'reset alongside', '1 knob'],
  ['never written', [], 'warn', 'not applied', null],
] as [string, Partial<RunKnob>[], string, string, string | null][])(
  'a setting that is %s says so',
  (_, knobs, mark, word, detail) => {
    expect(row(knobs).readBack).toEqual({ mark, word, detail });
  },
);

test('one step without effect outweighs the others, and what cannot be told is no success', () => {
  const steps = [effect(0, 'effective'), effect(1, 'without-effect'), effect(2, 'cannot-tell')];
  expect(row([{}], true, steps).effect).toEqual({
    mark: 'bad',
    word: 'without effect in 1 of 3 steps',
    detail: 'step 1: without-effect',
  });
  expect(row([{}], true, [steps[0], steps[2]] as SettingEffect[]).effect.word).toBe('effective in 1 of 2 steps');
  expect(row([{}], true, [steps[2]] as SettingEffect[]).effect).toMatchObject({ mark: 'none', word: 'unknown' });
  expect(row([{}], true, [steps[0], steps[0]] as SettingEffect[]).effect.word).toBe('effective in both steps');
  expect(row([{}], true, [steps[1]] as SettingEffect[]).effect.word).toBe('without effect');
  expect(row([{}]).effect.word).toBe('read back only');
  expect(row([{ status: 'not-changeable' }]).effect.word).toBe('left as it was');
});

test('put back is said only of knobs that were read again', () => {
  const back = { restored: '0', restoredMatches: true };
  expect(row([back, back], true, [], true).restored).toEqual({
    mark: 'ok',
    word: 'as before',
    detail: 'no CPU: off ×2',
  });
  expect(row([back, { restored: '3', restoredMatches: false }], true, [], false).restored).toEqual({
    mark: 'bad',
    word: 'not as before',
    detail: '1 of 2 knobs',
  });
  expect(row([{}]).restored).toEqual({ mark: 'warn', word: 'not confirmed', detail: '1 knob' });
  expect(row([{ status: 'unchanged' }]).restored.word).toBe('nothing to put back');
});

test('the CPU set of the target is what it was started on', () => {
  const of = (startedCpus: string | null | undefined, over = false) =>
    settingRows({
      tuning: null,
      asked: [{ setting: 'targetCpus', full: 'CPU 1', short: 'CPU 1' }],
      startedCpus,
      over,
    })[0]?.readBack;
  expect(of(undefined)).toMatchObject({ mark: 'wait', word: 'not yet' });
  expect(of('1')).toEqual({ mark: 'ok', word: 'started on', detail: '1' });
  expect(of(undefined, true)).toMatchObject({ mark: 'warn', word: 'not started' });
});

test('a host says how many of its knobs read as before', () => {
  const back = knobWith({ restored: '0', restoredMatches: true });
  const host = (restoreMatches: boolean | null, knobs: RunKnob[]) => runTuningWith({ restoreMatches, knobs });
  expect(restoreTold(host(true, [back, back]), true)).toEqual({
    mark: 'ok',
    word: 'Put back',
    detail: '2 of 2 knobs read as before',
  });
  const moved = knobWith({ restored: '1', restoredMatches: false });
  expect(restoreTold(host(false, [back, moved]), true)).toMatchObject({ mark: 'bad', word: 'Not as before' });
  expect(restoreTold(host(null, [knobWith({})]), false)).toMatchObject({ mark: 'wait', word: 'In force' });
  expect(restoreTold(host(null, [knobWith({})]), true)).toMatchObject({ mark: 'warn', word: 'Not confirmed' });
  expect(restoreTold(host(null, [knobWith({ status: 'unchanged' })]), true)).toBeNull();
  expect(restoreTold(host(true, []), true)).toMatchObject({ mark: 'none', word: 'Left as it was' });
});

test('equal reasons for what cannot be changed stand together', () => {
  const managed = { status: 'not-changeable', reason: 'managed by the kernel' } as const;
  expect(notChangeable([knobWith({}), knobWith({ key: 'a', ...managed }), knobWith({ key: 'b', ...managed })])).toEqual(
    [{ reason: 'managed by the kernel', keys: ['a', 'b'] }],
  );
});
