import type { Experiment } from '../contract/experiment.ts';
import type { Run } from '../contract/run.ts';
import type { ShareDocument } from '../contract/share.ts';
import { getExperiment, getWholeExperiment } from '../experiments/get-experiment.ts';
import { findExperimentDocument } from '../experiments/store/experiments.ts';
import { findImportedDocument } from '../imports/store/imported-runs.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { experimentMoment, momentOf } from '../rules/export/export-moment.ts';
import { asImported } from '../rules/export/imported-document.ts';
import { isTerminal } from '../rules/run/run-machine.ts';
import { comparisonDocument, defaultTitle, experimentDocument, runDocument } from '../rules/share/share-document.ts';
import { upgradeDocument } from '../rules/share/share-upgrade.ts';
import { shorten } from '../rules/spec/shorten.ts';
import { compareRuns } from '../runs/compare-runs.ts';
import { getRun } from '../runs/get-run.ts';
import { readLatencyOverTime } from '../runs/read-latency-over-time.ts';
import { readSeries } from '../runs/read-series.ts';

/** What a document says of itself; null: as what it holds says. */
export interface Head {
  title: string | null;
  frozenAtUs: number | null;
  /** Time series make most of a document: only what is opened or imported again has them. */
  withSeries: boolean;
  /** What is asked of it, for a refusal: `share it`. */
  verb: string;
}

/** The document of an imported run again, with the labels of now; of one that was measured here as it is frozen. */
export async function freezeOrHandOn(lab: Lab, runId: string, head: Head): Promise<ShareDocument> {
  const stored = await findImportedDocument(lab.database.db, runId);
  if (stored === null) return freezeRun(lab, runId, head);
  const document = upgradeDocument(stored);
  if (document.type !== 'run') throw new Error(`the document of the imported run ${runId} is of no run`);
  return asImported(document, await getRun(lab, runId));
}

/** Runs and experiments as they may leave the lab. All refuse what is not over. */

export async function freezeRun(lab: Lab, runId: string, head: Head): Promise<ShareDocument> {
  const run = await getRun(lab, runId);
  refuseUnfinished([run], head);
  const series = head.withSeries ? await readSeries(lab, runId, () => 0) : NO_SERIES;
  const overTime = await readLatencyOverTime(lab, runId);
  return runDocument(frozen(lab, head, defaultTitle([run], null), momentOf([run])), run, series, overTime);
}

export async function freezeComparison(
  lab: Lab,
  runIds: string[],
  baselineRunId: string | null,
  head: Head,
): Promise<ShareDocument> {
  const comparison = await compareRuns(lab, runIds, baselineRunId);
  const { runs } = comparison;
  refuseUnfinished(runs, head);
  const series = [];
  for (const run of runs) series.push(head.withSeries ? await readSeries(lab, run.id, () => 0) : NO_SERIES);
  return comparisonDocument(frozen(lab, head, defaultTitle(runs, baselineRunId), momentOf(runs)), comparison, series);
}

export async function freezeExperiment(lab: Lab, experimentId: string, head: Head): Promise<ShareDocument> {
  const experiment = await getWholeExperiment(lab, experimentId);
  refuseUndone(experiment, head);
  return experimentDocument(
    frozen(lab, head, shorten(experiment.question, 120), experimentMoment(experiment)),
    experiment,
    await runsBeside(lab, experiment),
  );
}

/** Runs that failed or whose round is not whole: sentences of the experiment quote them, and so their addresses. */
async function runsBeside(lab: Lab, { slots, result, imported }: Experiment): Promise<Run[]> {
  if (imported) return [];
  const counted = new Set(result?.runs.map(({ id }) => id));
  const ids = slots.flatMap(({ runId, failedRunIds }) => (runId === null ? failedRunIds : [runId, ...failedRunIds]));
  const beside: Run[] = [];
  for (const id of ids.filter((one) => !counted.has(one))) beside.push(await getRun(lab, id));
  return beside;
}

/** The document of an imported experiment again, with what people here say of it since; of one that was run here as it is frozen. */
export async function freezeOrHandOnExperiment(lab: Lab, experimentId: string, head: Head): Promise<ShareDocument> {
  const stored = await findExperimentDocument(lab.database.db, experimentId);
  if (stored === null) return freezeExperiment(lab, experimentId, head);
  const document = upgradeDocument(stored);
  if (document.type !== 'experiment') throw new Error(`the document of the experiment ${experimentId} is of none`);
  const { finding, findingAtUs, findingByName, supersededBy, supersedes } = await getExperiment(lab, experimentId);
  const words = { finding, findingAtUs, findingByName, supersededBy, supersedes };
  return { ...document, experiment: { ...document.experiment, ...words } };
}

const NO_SERIES = { hosts: [] };

const frozen = (lab: Lab, head: Head, title: string, momentUs: number) => ({
  title: head.title ?? title,
  frozenAtUs: head.frozenAtUs ?? momentUs,
  productVersion: lab.version,
});

function refuseUnfinished(runs: Pick<Run, 'name' | 'state'>[], { verb }: Head): void {
  const going = runs.find((run) => !isTerminal(run.state));
  if (going) throw new AppError('conflict', `${going.name} is still ${going.state}; ${verb} once it is over.`);
}

function refuseUndone({ status }: Experiment, { verb }: Head): void {
  if (status === 'done') return;
  const now = status === 'planned' ? 'was not started yet' : 'is still running';
  throw new AppError('conflict', `This experiment ${now}; ${verb} once its last round is over.`);
}
