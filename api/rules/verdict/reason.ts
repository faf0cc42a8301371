import type { Wall } from '../../contract/verdict.ts';

/** Why no wall is named: what is suspected, and what would have to be measured to name it. */
export interface Reason {
  suspects: Wall[];
  /** The answer, as a sentence. */
  why: string;
  /** The arithmetic, as clauses before how busy each side was. */
  because?: string;
  /** Instead of how busy each side was. */
  told?: string;
  next: string;
  stopsOthers?: true;
}
