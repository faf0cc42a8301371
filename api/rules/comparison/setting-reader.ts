import type { ComparedSetting } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';

/** A value as people read it. Two values are the same when their keys are, whatever they are called. */
export interface Reading {
  key: string;
  text: string;
  /** The key is the whole requested value; otherwise it is an id. */
  exact?: true;
}

/** How to read one setting or fact of a run: null when the run has none, or it was not read. */
export interface Reader<Of = Run> extends Pick<ComparedSetting, 'group' | 'path' | 'label'> {
  read: (of: Of) => Reading | null;
  /** Left out where every run has the same. */
  onlyDifferent?: true;
}

/** A setting that a spec asks for, host settings aside; null where it does not say. */
export interface SpecSetting extends Pick<Reader, 'group' | 'label' | 'onlyDifferent'> {
  read: (spec: Run['spec']) => Reading | null;
}

/** What was asked, to the last character: texts shorten and round it. */
export const exactly = (part: unknown, text: string): Reading => ({ key: JSON.stringify(part), text, exact: true });

export const reading = (text: string | number | null | undefined): Reading | null =>
  text === null || text === undefined ? null : { key: String(text), text: String(text) };
