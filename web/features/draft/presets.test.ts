import { expect, test } from 'vitest';
import { NOBODY } from '@/testing/hosts';
import { isLoadPreset, PRESETS, withLoadPreset } from './presets';
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
