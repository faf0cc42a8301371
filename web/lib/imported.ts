import type { Run } from '@contract/run';
import type { RunSpec } from '@contract/spec';
import { canRunAgain } from '@rules/spec/run-again';

/** A run that agents of this instance measured: what it asked can be asked again. */
export type OwnRun = Run & { spec: RunSpec };

export const isOwn = (run: Run): run is OwnRun => canRunAgain(run.spec);
