import type { SideEvidence } from '../../contract/evidence.ts';
import type { Wall } from '../../contract/verdict.ts';

/** A resource that was full, with all that is said of it: a rule that finds one says the rest as well. */
export interface Limit {
  wall: Wall;
  host: SideEvidence;
  /** Measured as saturated; otherwise the likeliest reading of the measurements. */
  measured: boolean;
  /** Its name and how far it was used, as an answer says it: 'client CPU at 93 %'. */
  named: string;
  /** The limit with its arithmetic, as a clause. */
  told: string;
  /**
   * The meaning of the figure if only this was saturated. Absent for limits that only clients have: then the server
   * could do more; and for other processes where both sides are measured hosts.
   */
  conclusion?: string;
  /** The next experiment: what would move it. */
  next: string;
  stopsOthers?: true;
}
