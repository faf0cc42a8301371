import type { CreateExperiment } from '../../contract/experiment.ts';

type Declared = Pick<CreateExperiment, 'rounds' | 'extensionRounds'>;

/** With those that run only if the first look is inconclusive: what a design detects, it detects over all of these. */
export const declaredRounds = ({ rounds, extensionRounds }: Declared): number => rounds + (extensionRounds ?? 0);
