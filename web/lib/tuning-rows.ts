import type { RunKnob, RunTuning, SettingEffect, SettingName } from '@contract/tuning';
import { maskText } from '@rules/cpus/cpu-list';
import type { AskedSetting } from '@rules/tuning/setting-words';
import { settingTitle } from '@rules/tuning/setting-words';
import { groupsBy } from '@rules/words/groups';
import { plural } from '@rules/words/numbers';

/** How well it stands: as it should, to be looked at, wrong, not known yet, or nothing to be said. */
export type Mark = 'ok' | 'warn' | 'bad' | 'wait' | 'none';

/** One stage of a setting in a few words. */
export interface Told {
  mark: Mark;
  word: string;
  /** What was read, or the arithmetic; null where the words say it all. */
  detail: string | null;
}

export interface SettingRow {
  setting: SettingName;
  label: string;
  /** Null: not asked for, but reset by a setting that was. */
  asked: string | null;
  readBack: Told;
  effect: Told;
  restored: Told;
  knobs: RunKnob[];
  effects: SettingEffect[];
}

export interface TuningInput {
  /** Null while the host has not said anything. */
  tuning: RunTuning | null;
  asked: AskedSetting[];
  /** CPUs that the target was started on; undefined while it was not. */
  startedCpus: string | null | undefined;
  over: boolean;
}

const told = (mark: Mark, word: string, detail: string | null = null): Told => ({ mark, word, detail });

/** One row for each setting that was asked for, and after them those that were only reset alongside. */
export function settingRows(input: TuningInput): SettingRow[] {
  const { tuning, asked } = input;
  const named = asked.map(({ setting }) => setting);
  const others = [...(tuning?.knobs ?? []), ...(tuning?.effects ?? [])].map(({ setting }) => setting);
  return [...new Set([...named, ...others])].map((setting) => {
    const knobs = tuning?.knobs.filter((knob) => knob.setting === setting) ?? [];
    const effects = tuning?.effects.filter((effect) => effect.setting === setting) ?? [];
    const readBack = setting === 'targetCpus' && knobs.length === 0 ? startedOn(input) : readBackOf(knobs, input);
    return {
      setting,
      label: settingTitle(setting),
      asked: asked.find((one) => one.setting === setting)?.full ?? null,
      readBack,
      effect: effectOf(effects, knobs, input.over),
      restored: restoredOf(setting, knobs, input),
      knobs,
      effects,
    };
  });
}

function startedOn({ startedCpus, over }: TuningInput): Told {
  if (startedCpus === undefined) return over ? told('warn', 'not started') : told('wait', 'not yet');
  return told('ok', 'started on', startedCpus === null ? 'every CPU' : startedCpus);
}

function readBackOf(knobs: RunKnob[], { tuning, over }: TuningInput): Told {
  const asked = knobs.filter((knob) => knob.asked !== null);
  if (knobs.length === 0) return over || tuning?.knobs.length ? told('warn', 'not applied') : told('wait', 'not yet');
  if (asked.length === 0) return told('none', 'reset alongside', plural(knobs.length, 'knob'));
  const having = (status: RunKnob['status']): number => asked.filter((knob) => knob.status === status).length;
  const of = (count: number): string => `${count} of ${plural(asked.length, 'knob')}`;
  if (having('failed') > 0) return told('bad', 'refused', of(having('failed')));
  if (having('differs') > 0) return told('bad', 'reads differently', of(having('differs')));
  const left = having('not-changeable');
  if (left === asked.length) return told('warn', 'not changeable', oneOf(asked.map(({ reason }) => reason)));
  if (left > 0) return told('warn', 'in part', `${of(left)} not changeable`);
  return told('ok', having('applied') === 0 ? 'was so already' : 'as asked', valuesText(asked));
}

function effectOf(effects: SettingEffect[], knobs: RunKnob[], over: boolean): Told {
  if (effects.length === 0) {
    const having = (is: (knob: RunKnob) => boolean): boolean => knobs.length > 0 && knobs.every(is);
    if (having(({ asked }) => asked === null)) return told('none', 'not asked for');
    if (having(({ status }) => status === 'not-changeable')) return told('none', 'left as it was');
    return over ? told('none', 'read back only') : told('wait', 'not yet');
  }
  const weightiest = (verdict: SettingEffect['verdict']): SettingEffect[] =>
    effects.filter((effect) => effect.verdict === verdict);
  const without = weightiest('without-effect');
  if (without[0]) return told('bad', `without effect${within(without, effects)}`, without[0].sentence);
  const effective = weightiest('effective');
  const unknown = weightiest('cannot-tell');
  if (!effective[0]) return told('none', 'unknown', unknown[0]?.sentence ?? null);
  return told('ok', `effective${within(effective, effects)}`, effective[0].sentence);
}

/** ' in 1 of 3 steps', ' in both steps'; nothing where there is but one. */
function within(some: SettingEffect[], all: SettingEffect[]): string {
  if (all.length === 1) return '';
  if (some.length < all.length) return ` in ${some.length} of ${all.length} steps`;
  return all.length === 2 ? ' in both steps' : ` in all ${all.length} steps`;
}

/** Knobs that were written: those are to be put back. */
export const wasChanged = ({ status }: RunKnob): boolean =>
  status === 'applied' || status === 'differs' || status === 'failed';

function restoredOf(setting: SettingName, knobs: RunKnob[], { tuning, over }: TuningInput): Told {
  const confirmed = knobs.filter(({ restoredMatches }) => restoredMatches !== null);
  const matching = confirmed.filter(({ restoredMatches }) => restoredMatches === true);
  if (matching.length < confirmed.length)
    return told('bad', 'not as before', `${confirmed.length - matching.length} of ${plural(confirmed.length, 'knob')}`);
  // A host that is back as a whole has nothing more to say of a knob that it did not have to write.
  const open =
    tuning?.restoreMatches === true
      ? 0
      : knobs.filter((knob) => wasChanged(knob) && knob.restoredMatches === null).length;
  if (open > 0) return over ? told('warn', 'not confirmed', plural(open, 'knob')) : told('wait', 'when the run ends');
  if (confirmed.length === 0 && setting === 'targetCpus') return told('none', 'nothing to put back');
  if (confirmed.length === 0)
    return knobs.length === 0 && !over ? told('wait', 'not yet') : told('none', 'nothing to put back');
  return told('ok', 'as before', valuesText(confirmed.map((knob) => ({ ...knob, readBack: knob.restored }))));
}

/** '0 ×8' where knobs agree, else how many values there are. Masks are given as CPUs. */
function valuesText(knobs: Pick<RunKnob, 'key' | 'readBack'>[]): string {
  const value = oneOf(knobs.map(({ key, readBack }) => maskText(key, readBack) ?? readBack));
  if (value === null) return plural(knobs.length, 'knob');
  return knobs.length === 1 ? value : `${value} ×${knobs.length}`;
}

function oneOf(values: (string | null)[]): string | null {
  return new Set(values).size === 1 ? (values[0] ?? null) : null;
}

/** Whether the host is as it was, with the count that it rests on; null where nothing is to be said. */
export function restoreTold(tuning: RunTuning, over: boolean): Told | null {
  const confirmed = tuning.knobs.filter(({ restoredMatches }) => restoredMatches !== null);
  const matching = confirmed.filter(({ restoredMatches }) => restoredMatches === true);
  const changed = tuning.knobs.filter(wasChanged);
  const counted = `${matching.length} of ${plural(confirmed.length, 'knob reads', 'knobs read')} as before`;
  if (tuning.restoreMatches === false) return told('bad', 'Not as before', counted);
  if (tuning.restoreMatches === true) {
    if (confirmed.length > 0) return told('ok', 'Put back', counted);
    return changed.length > 0 ? told('ok', 'Put back') : told('none', 'Left as it was');
  }
  if (changed.length === 0) return null;
  if (!over) return told('wait', 'In force', 'put back when the run ends');
  return told('warn', 'Not confirmed', 'no report that the host was put back');
}

/** What could not be changed, each with its reason, equal reasons together. */
export function notChangeable(knobs: RunKnob[]): { reason: string; keys: string[] }[] {
  const left = knobs.filter(({ status }) => status === 'not-changeable');
  return [...groupsBy(left, ({ reason }) => reason ?? 'no reason was given')].map(([reason, alike]) => ({
    reason,
    keys: alike.map(({ key }) => key),
  }));
}
