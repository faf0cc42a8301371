import type { Experiment, ExperimentSummary } from '../../contract/experiment.ts';
import { upgradeDocument } from '../share/share-upgrade.ts';

/** What of an imported experiment is this instance's own: people go on writing about it here. */
export type OwnWords = Pick<
  Experiment,
  'id' | 'finding' | 'findingAtUs' | 'findingByName' | 'supersededBy' | 'supersedes'
>;

/** An experiment that was run elsewhere, as its document has it. Throws when it is a document of something else. */
export function importedExperiment(document: unknown, own: OwnWords): Experiment {
  const lifted = upgradeDocument(document);
  if (lifted.type !== 'experiment') throw new Error(`the experiment ${own.id} was imported from a ${lifted.type}`);
  return asImported(lifted.experiment, own);
}

/** An experiment of another instance, in the form of this one. */
export const asImported = <T extends ExperimentSummary>(told: T, own: OwnWords): T & OwnWords => ({
  ...told,
  ...own,
  imported: true,
  waitingSentence: null,
  remainingUs: null,
});

/** The experiment as the list shows it. */
export function summaryOf(experiment: ExperimentSummary): ExperimentSummary {
  const { id, kind, question, status, stoppedSentence, waitingSentence, createdAtUs, createdByName } = experiment;
  const { startedAtUs, endedAtUs, configurationNames, hostNames, rounds, roundsPlanned, roundsDone } = experiment;
  const { runsPlanned, runsDone, remainingUs, headline, gate, imported, supersededBy } = experiment;
  return {
    ...{ id, kind, question, status, stoppedSentence, waitingSentence, createdAtUs, createdByName },
    ...{ startedAtUs, endedAtUs, configurationNames, hostNames, rounds, roundsPlanned, roundsDone },
    ...{ runsPlanned, runsDone, remainingUs, headline, gate, imported, supersededBy },
  };
}
