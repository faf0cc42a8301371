import type { Wall } from '../../contract/verdict.ts';

/** Why no wall is named: what is suspected, and what would have to be measured to name it. */
export interface Reason {
  suspects: Wall[];
  /** How busy each side was follows, after a colon. */
  why: string;
  /** Instead of how busy each side was. */
  told?: string;
  next: string;
}
