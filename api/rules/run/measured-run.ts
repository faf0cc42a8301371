import type { StepSpec } from '../../contract/load.ts';
import type { MeasuredPoint } from '../../contract/point.ts';
import type { MeasuredHost, Run } from '../../contract/run.ts';
import type { KeptSpec } from '../../contract/spec.ts';
import type { RunStep } from '../../contract/step.ts';

/** A step that agents executed. */
export type MeasuredStep = Omit<RunStep, 'spec' | 'point'> & {
  spec: StepSpec;
  point: (MeasuredPoint & { rounded: false }) | null;
};

/** A run of agents of this instance: unlike an imported one it has a whole spec, hosts with facts and whole points. */
export type MeasuredRun = Omit<Run, 'spec' | 'hosts' | 'steps'> & {
  spec: KeptSpec;
  hosts: MeasuredHost[];
  steps: MeasuredStep[];
};

/** A run without what is derived from it. */
export type Measured = Pick<MeasuredRun, 'spec' | 'target' | 'steps'>;
