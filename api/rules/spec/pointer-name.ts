import { namesOf } from '../experiment/json-pointer.ts';
import { SETTING_LABELS } from '../tuning/setting-words.ts';
import { SPEC_SETTINGS } from './spec-settings.ts';

const LABELS: Record<string, string | undefined> = {
  ...Object.fromEntries(Object.entries(SPEC_SETTINGS).map(([path, { label }]) => [path, label])),
  'spec.tuning.targetCpus': SETTING_LABELS.targetCpus,
  ...ofHosts('server', ''),
  ...ofHosts('clients', ' of the load generator’s host'),
};

function ofHosts(side: string, whose: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(SETTING_LABELS).map(([name, label]) => [`spec.tuning.${side}.${name}`, `${label}${whose}`]),
  );
}

/** What stands at a place of a spec, in the words of its setting: 'tool workers' of /load/toolWorkers. */
export function pointerName(pointer: string): string {
  const names = namesOf(pointer);
  if (names === null) return pointer;
  for (let length = names.length; length > 0; length--) {
    const label = LABELS[['spec', ...names.slice(0, length)].join('.')];
    if (label) return [label, ...names.slice(length).map(inWords)].join(', ');
  }
  return (names[0] === 'load' ? names.slice(1) : names).map(inWords).join(', ');
}

/** 'durationSeconds' is 'duration seconds'; of the place in a list, from 1. */
const inWords = (name: string): string =>
  /^\d+$/.test(name) ? String(Number(name) + 1) : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
