import type { KeptFigure } from './point-of-experiment.ts';
import type { Conditions } from './series.ts';

/** A point as it is kept: one experiment, every metric of it. */
export interface KeptPoint {
  experimentId: string;
  revision: string;
  subject: string | null;
  committedAtUs: number | null;
  place: number;
  measuredAtUs: number;
  version: number;
  /** Null where no run finished: nothing is known of its hosts. */
  conditions: Conditions | null;
  /** Null: the candidate was measured against itself. */
  reference: string | null;
  rounds: number;
  figures: KeptFigure[];
}
