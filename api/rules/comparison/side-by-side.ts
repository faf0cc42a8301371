import type { ComparedSetting, ComparedStep } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import type { Side } from '../outcomes/sides.ts';

/** What warnings are made of. */
export interface SideBySide {
  runs: Run[];
  sides: Side[];
  /** Run in rounds, each configuration once. */
  paired: boolean;
  baselineIndex: number;
  settings: ComparedSetting[];
  steps: ComparedStep[];
  /** What a run is called in sentences: its letter, or the name of its configuration. */
  called: (index: number) => string;
}
