import { describe, expect, it } from 'vitest';
import type { RestoreResult } from '../../contract/tuning.ts';
import { laterRestore } from './later-restore.ts';

const knob = (key: string, matches: boolean): RestoreResult['knobs'][number] => ({
  setting: 'sysctls',
  key,
  before: '1',
  readBack: matches ? '1' : '2',
  matches,
});
const restore = (knobs: RestoreResult['knobs'], over: Partial<RestoreResult> = {}): RestoreResult => ({
  matches: knobs.every(({ matches }) => matches),
  mismatches: knobs.filter(({ matches }) => !matches).map(({ key }) => `${key} is 2, was 1`),
  knobs,
  runId: 'r',
  ...over,
});

describe('a later restore', () => {
  it('is the first one where there was none', () => {
    expect(laterRestore(null, restore([knob('a', true)]))).toEqual(restore([knob('a', true)]));
  });

  it('that found nothing to do takes nothing back', () => {
    const before = restore([knob('a', true), knob('b', false)]);
    expect(laterRestore(before, restore([], { runId: null }))).toEqual(before);
  });

  it('has the last word on each knob that it names', () => {
    const before = restore([knob('a', true), knob('b', false)]);
    const after = laterRestore(before, restore([knob('b', true)]));
    expect(after).toEqual(restore([knob('a', true), knob('b', true)]));
    expect(laterRestore(after, restore([knob('a', false)]))).toMatchObject({ matches: false });
  });

  it('of other knobs leaves a mismatch standing', () => {
    const after = laterRestore(restore([knob('a', false)]), restore([knob('b', true)]));
    expect([after.matches, after.mismatches]).toEqual([false, ['a is 2, was 1']]);
  });

  it('said twice is said once', () => {
    const one = restore([knob('a', false)]);
    expect(laterRestore(one, one)).toEqual(one);
  });
});
