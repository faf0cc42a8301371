import { createHash } from 'node:crypto';
import { MAX_FINDING_CHARACTERS } from '../contract/experiment.ts';
import { MAX_NOTES_CHARACTERS, MAX_TAGS } from '../contract/run-list.ts';
import type { ShareDocument } from '../contract/share.ts';
import type { Importing } from '../domain/import/imported-run.ts';
import { boundedWords, type RunDocument, runsOfDocument, sourceOfDocument } from '../domain/import/run-documents.ts';
import { isTerminal } from '../domain/run-machine.ts';
import type { ImportPlan } from './plan-import.ts';
import { refused, type UnpackedFile } from './unpack-files.ts';

export type ExperimentDocument = Extract<ShareDocument, { type: 'experiment' }>;

/** An experiment as it would be stored, with where its runs stand in the plan. */
export interface PlannedExperiment {
  document: ExperimentDocument;
  /** Places in the plan's runs, in the order of the result's. */
  runs: number[];
  originSha256: string;
}

export const MAX_NAME = 120;
const WORDS = { name: MAX_NAME, notes: MAX_NOTES_CHARACTERS, tags: MAX_TAGS };

/** The bytes and the place in them: the same again is the same run. */
export const originOf = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

/** Adds the runs of a document, and the experiment that they answer. Throws where anything of it is not over. */
export function addDocument(
  plan: ImportPlan,
  file: UnpackedFile,
  index: number,
  document: ShareDocument,
  importing: Importing,
): void {
  const first = plan.runs.length;
  const { runs, baselineRunId } = runsOfDocument(document);
  refuseUnfinished(document, runs, file, index);
  for (const [place, one] of runs.entries()) {
    const bounded = { ...one, run: { ...one.run, ...boundedWords(one.run, WORDS) } };
    const source = sourceOfDocument(one, importing);
    const originSha256 = originOf('document', file.sha256, place);
    plan.runs.push({ document: bounded, source, format: source.format, fileName: file.name, originSha256 });
  }
  const places = runs.map((_, place) => first + place);
  if (document.type === 'experiment') {
    const originSha256 = originOf('experiment', file.sha256);
    plan.experiments.push({ document: withBoundedWords(document), runs: places, originSha256 });
    return;
  }
  const baseline = runs.findIndex(({ run }) => run.id === baselineRunId);
  if (baseline >= 0) plan.comparison = { runs: places, baseline: first + baseline };
}

/** Nobody here would ever end it: it would count as under way, and could be neither canceled nor deleted. */
function refuseUnfinished(document: ShareDocument, runs: RunDocument[], file: UnpackedFile, index: number): void {
  const going = runs.find(({ run }) => !isTerminal(run.state));
  if (going) throw refused(file.name, `files.${index}`, `its run ${going.run.id} is ${going.run.state}, not over`);
  if (document.type === 'experiment' && document.experiment.status !== 'done') {
    throw refused(file.name, `files.${index}`, `its experiment is ${document.experiment.status}, not done`);
  }
}

/** Held to the bounds of what is written here. */
function withBoundedWords(document: ExperimentDocument): ExperimentDocument {
  const { question, hypothesis, finding } = document.experiment;
  const words = {
    question: question.trim().slice(0, 300) || 'An imported experiment',
    hypothesis: hypothesis.slice(0, 2000),
    finding: finding.slice(0, MAX_FINDING_CHARACTERS),
  };
  return { ...document, experiment: { ...document.experiment, ...words } };
}
