import type { ComparedSetting } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';

/** A value as people read it. Two values are the same when their keys are, whatever they are called. */
export interface Reading {
  key: string;
  text: string;
}

/** How to read one setting or fact of a run: null when the run has none, or it was not read. */
export interface Reader<Of = Run> extends Pick<ComparedSetting, 'group' | 'path' | 'label'> {
  read: (of: Of) => Reading | null;
  /** Left out where every run has the same. */
  onlyDifferent?: true;
}

export const reading = (text: string | number | null | undefined): Reading | null =>
  text === null || text === undefined ? null : { key: String(text), text: String(text) };
