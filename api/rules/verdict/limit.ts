import type { SideEvidence } from '../../contract/evidence.ts';
import type { Wall } from '../../contract/verdict.ts';

/** A resource that was full, with all that is said of it: a rule that finds one says the rest as well. */
export interface Limit {
  wall: Wall;
  host: SideEvidence;
  /** Full as measured; else it is the likeliest reading of what was measured. */
  measured: boolean;
  /** Its name and how far it was used, as an answer says it: 'client CPU at 93 %'. */
  named: string;
  /** The limit with its arithmetic, as a clause. */
  told: string;
  /** What the figure comes to where this alone was full. Absent of what only clients have: then the server could do more. */
  conclusion?: string;
  /** The next experiment: what would move it. */
  next: string;
}
