import type { PrimaryOutcome, SpecChange } from '../contract/experiment.ts';
import type { KeptSpec } from '../contract/spec.ts';
import { type Db, toNumber } from '../platform/store/db.ts';
import type { Configuration } from '../rules/experiment/configuration.ts';
import type { ExperimentState } from '../rules/experiment/next-move.ts';
import type { Attempt } from '../rules/experiment/slots.ts';
import { upgradeSpec } from '../rules/spec/spec-upgrade.ts';
import { listAttempts } from './store/experiment-runs.ts';
import { type ExperimentRow, findExperiment } from './store/experiments.ts';

/** An experiment as its row says it, with the runs that were made for it. */
export interface KnownExperiment {
  row: ExperimentRow;
  state: ExperimentState;
  configurations: (Omit<Configuration, 'spec'> & { spec: KeptSpec })[];
  primary: PrimaryOutcome;
}

/** Null when there is none. */
export async function readExperiment(db: Db, id: string): Promise<KnownExperiment | null> {
  const row = await findExperiment(db, id);
  return row && knownExperiment(row, (await listAttempts(db, [id])).get(id) ?? []);
}

export function knownExperiment(row: ExperimentRow, attempts: Attempt[]): KnownExperiment {
  const configurations = row.configurations.map(({ name, spec, changes }) => ({
    name,
    spec: upgradeSpec(spec),
    changes: changes as unknown as SpecChange[],
  }));
  const { rounds, extensionRounds, extended, stoppedSentence } = row;
  const state: ExperimentState = {
    ...{ rounds, extensionRounds, extended, stoppedSentence, attempts },
    status: row.status as ExperimentState['status'],
    configurations: configurations.length,
    configurationNames: configurations.map(({ name }) => name),
    seed: toNumber(row.seed),
    ranToItsEnd: row.status === 'done' && stoppedSentence === null,
  };
  return { row, state, configurations, primary: row.primary as unknown as PrimaryOutcome };
}

export const specsOf = ({ configurations }: KnownExperiment): KeptSpec[] => configurations.map(({ spec }) => spec);
