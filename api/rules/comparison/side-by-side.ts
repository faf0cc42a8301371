import type { ComparedSetting, ComparedStep } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import type { Side } from '../outcomes/sides.ts';

/** A comparison as its warnings see it. An index counts `runs` from 0; the cells of a step are in the same order. */
export interface SideBySide {
  runs: Run[];
  sides: Side[];
  /** The runs come from rounds, each configuration once a round. */
  paired: boolean;
  /** The run of `runs` that the others are compared with. */
  baselineIndex: number;
  settings: ComparedSetting[];
  steps: ComparedStep[];
  /** What a run is called in sentences: its letter, or the name of its configuration. */
  called: (index: number) => string;
}
