import { expect, test } from 'vitest';
import { NOBODY } from '@/testing/hosts';
import { isLoadPreset, isLoadTyped, PRESETS, rampsOf, withLoadPreset } from './presets';
import { readDraft } from './read-draft';
import { emptyDraft } from './run-draft';

test.each(PRESETS.map((preset) => [preset.id, preset] as const))(
  '%s can be sent, and is told as pressed',
  (_, preset) => {
    const draft = { ...emptyDraft('s'), ...withLoadPreset(preset, emptyDraft('s')) };
    const { spec, errors } = readDraft(draft, NOBODY);
    expect(errors).toEqual({});
    expect(spec.load.search === null).toBe(preset.steps !== null);
    expect(PRESETS.filter((other) => isLoadPreset(other, draft))).toEqual([preset]);
  },
);

test('a new page begins with one of them, and a change unpresses it', () => {
  const draft = emptyDraft('s');
  expect(PRESETS.filter((preset) => isLoadPreset(preset, draft)).map(({ id }) => id)).toEqual(['quick']);
  expect(PRESETS.some((preset) => isLoadPreset(preset, { ...draft, warmupSeconds: '9' }))).toBe(false);
});

test('a search keeps the steps that were typed', () => {
  const search = PRESETS.find(({ steps }) => steps === null);
  const draft = emptyDraft('s');
  expect(search && withLoadPreset(search, draft).steps).toEqual(draft.steps);
});

test('what somebody typed is told from what presets put there, also beneath another preset', () => {
  const draft = emptyDraft('s');
  expect(isLoadTyped(draft)).toBe(false);
  const longer = draft.steps.map((step) => ({ ...step, durationSeconds: '7' }));
  expect(isLoadTyped({ ...draft, steps: longer })).toBe(true);
  expect(isLoadTyped({ ...draft, warmupSeconds: '9' })).toBe(true);
  expect(isLoadTyped({ ...draft, search: { ...draft.search, growth: '3' } })).toBe(true);
  for (const preset of PRESETS) {
    expect(isLoadTyped(withLoadPreset(preset, draft))).toBe(false);
    // A search keeps the typed steps, and the next preset would take them.
    if (preset.steps === null) expect(isLoadTyped(withLoadPreset(preset, { ...draft, steps: longer }))).toBe(true);
  }
});

test.each(['open', 'closed'] as const)('ramps offered to a load of the %s loop leave its loop alone', (loop) => {
  expect(rampsOf(loop).map((ramp) => ramp.loop)).not.toEqual([]);
  expect(new Set(rampsOf(loop).map((ramp) => ramp.loop))).toEqual(new Set([loop]));
});
