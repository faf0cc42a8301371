import { listed } from '../words/text.ts';

/** What has to be the same for two points to be compared, as far as it is shown. */
export interface ShownConditions {
  version: number | string;
  hostClass: string;
  hosts: string;
  reference: string | null;
}

const CHANGED: Record<keyof ShownConditions, { brief: string; sentence: string }> = {
  version: { brief: 'design', sentence: 'the benchmark was changed' },
  hostClass: { brief: 'hardware', sentence: 'the hardware of its hosts changed' },
  hosts: { brief: 'host setup', sentence: 'kernel, agent, load generator or NIC of its hosts changed' },
  reference: { brief: 'reference', sentence: 'the reference was changed' },
};

const changedBetween = (before: ShownConditions, now: ShownConditions): (keyof ShownConditions)[] =>
  (Object.keys(CHANGED) as (keyof ShownConditions)[]).filter((name) => before[name] !== now[name]);

/** 'A new epoch: the reference was changed.' */
export const newEpochText = (before: ShownConditions, now: ShownConditions): string =>
  `A new epoch: ${listed(changedBetween(before, now).map((name) => CHANGED[name].sentence))}.`;

/** What differs between two epochs, in a word or two: 'hardware and reference'. */
export const epochDifference = (before: ShownConditions, now: ShownConditions): string =>
  listed(changedBetween(before, now).map((name) => CHANGED[name].brief));
