import { createHash } from 'node:crypto';
import type { Bundle } from '../contract/bundle.ts';
import type { CreateImport } from '../contract/import.ts';
import type { ImportedFrom, ImportFormat, OwnSource } from '../contract/imported.ts';
import {
  MAX_ANNOTATION_CHARACTERS,
  MAX_ANNOTATIONS,
  MAX_NOTES_CHARACTERS,
  MAX_RUN_NAME_CHARACTERS,
  MAX_TAGS,
} from '../contract/limits.ts';
import { type ShareDocument, shareDocument } from '../contract/share.ts';
import { newId } from '../platform/store/ids.ts';
import type { Importing } from '../rules/import/imported-run.ts';
import { type FileContent, readFile } from '../rules/import/read-file.ts';
import {
  boundedAnnotations,
  boundedWords,
  documentOf,
  type ExperimentDocument,
  type RunDocument,
  runsOfDocument,
  sourceOfDocument,
} from '../rules/import/run-documents.ts';
import { runsOfBundle } from '../rules/import/run-of-bundle.ts';
import { runOfOutputs } from '../rules/import/run-of-outputs.ts';
import type { ToolReading } from '../rules/import/tool-reading.ts';
import { unfinishedPart } from '../rules/import/unfinished.ts';
import { Unreadable } from '../rules/import/unreadable.ts';
import { withVerdict } from '../rules/verdict/with-verdict.ts';
import { refused, type UnpackedFile } from './unpack-files.ts';

/** A run as it would be stored, unless its id is taken or its origin known. */
export interface PlannedRun {
  document: RunDocument;
  source: ImportedFrom;
  format: ImportFormat;
  fileName: string | null;
  originSha256: string;
}

export interface PlannedExperiment {
  document: ExperimentDocument;
  originSha256: string;
  /** Places in the plan's runs, in the order of the experiment's result. */
  runs: number[];
  fileName: string;
}

export interface ImportPlan {
  runs: PlannedRun[];
  /** The experiments of documents. */
  experiments: PlannedExperiment[];
  /** Places in `runs`; null where nothing is meant to be compared. */
  comparison: { runs: number[]; baseline: number } | null;
}

export interface ImportedBy {
  atUs: number;
  byName: string | null;
  productVersion: string;
}

const WORDS = { name: MAX_RUN_NAME_CHARACTERS, notes: MAX_NOTES_CHARACTERS, tags: MAX_TAGS };

type Read = { file: UnpackedFile; content: FileContent };

/** What the files come to, with nothing stored yet. Throws for the first that cannot be imported. */
export function planImport(
  files: UnpackedFile[],
  asked: Pick<CreateImport, 'joinAs' | 'source'>,
  by: ImportedBy,
): ImportPlan {
  const read = files.map((file, index): Read => ({ file, content: readOrRefuse(file, index) }));
  const plan: ImportPlan = { runs: [], experiments: [], comparison: null };
  const joined = read.flatMap(({ file, content }) =>
    content.type === 'output' ? [{ file, reading: content.reading }] : [],
  );
  if (asked.joinAs !== null) {
    refuseMixed(read, joined);
    const { joinAs } = asked;
    orRefuse(joined[0]?.file, 0, () => plan.runs.push(ofOutputs(joinAs, joined, asked.source, by)));
    return plan;
  }
  for (const [index, { file, content }] of read.entries()) {
    orRefuse(file, index, () => {
      if (content.type === 'output')
        plan.runs.push(ofOutputs(null, [{ file, reading: content.reading }], asked.source, by));
      else if (content.type === 'bundle') addBundle(plan, file, content.bundle, by);
      else addDocument(plan, file, content.document, by);
    });
  }
  return plan;
}

const readOrRefuse = (file: UnpackedFile, index: number): FileContent =>
  orRefuse(file, index, () => {
    const content = readFile(file.text, file.format);
    const unfinished = content.type === 'document' ? unfinishedPart(content.document) : null;
    if (unfinished) throw new Unreadable(unfinished);
    return content;
  });

function orRefuse<T>(file: UnpackedFile | undefined, index: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (file && error instanceof Unreadable) throw refused(file.name, `files.${index}`, error.message);
    throw error;
  }
}

/** Joined are outputs of one tool alone: steps of one run are compared with each other. */
function refuseMixed(read: Read[], joined: { file: UnpackedFile; reading: ToolReading }[]): void {
  const other = read.findIndex(({ content }) => content.type !== 'output');
  if (other >= 0) {
    throw refused(
      read[other]?.file.name ?? '',
      `files.${other}`,
      'only outputs of load tools can be joined into one run',
    );
  }
  const [first] = joined;
  const odd = joined.findIndex(({ reading }) => reading.tool !== first?.reading.tool);
  if (odd >= 0) {
    const { file, reading } = joined[odd] as (typeof joined)[number];
    throw refused(
      file.name,
      `files.${odd}`,
      `it is an output of ${reading.tool}, and ${first?.file.name} is one of ${first?.reading.tool}; only outputs of one tool can be joined into one run`,
    );
  }
}

const importingOf = (fileName: string | null, by: ImportedBy): Importing => ({
  newId,
  importedAtUs: by.atUs,
  importedByName: by.byName,
  fileName,
});

/** The bytes and the place in them: the same again is the same run. */
const originOf = (...parts: (string | number)[]): string => createHash('sha256').update(parts.join('\n')).digest('hex');

function ofOutputs(
  joinAs: string | null,
  outputs: { file: UnpackedFile; reading: ToolReading }[],
  askedSource: string | null,
  by: ImportedBy,
): PlannedRun {
  const readings = outputs.map(({ reading }) => reading);
  const names = outputs.map(({ file }) => file.name);
  const tool = readings[0]?.tool ?? 'wrk';
  const name = joinAs ?? (nameOfFile(names[0] ?? '').slice(0, WORDS.name) || tool);
  const fileName = joinAs === null ? (names[0] ?? null) : null;
  const source = askedSource ?? `Output of ${tool}: ${names.join(', ')}`.slice(0, 500);
  const run = runOfOutputs(name, source, readings, importingOf(fileName, by));
  const originSha256 = originOf(
    joinAs === null ? 'output' : 'joined outputs',
    ...outputs.map(({ file }) => file.sha256),
  );
  return planned(documentOf(run, by.productVersion, by.atUs), run.imported as OwnSource, fileName, originSha256);
}

/** Without what only says its form. */
const nameOfFile = (name: string): string =>
  name
    .replace(/\.gz$/i, '')
    .replace(/\.(json|txt|log|out)$/i, '')
    .trim();

function planned(document: RunDocument, source: OwnSource, fileName: string | null, originSha256: string): PlannedRun {
  refuseBeyondFigures(document);
  return { document, source, format: source.format, fileName, originSha256 };
}

/** Figures that a source may have can be too much for what is computed of them: nobody could look at the run. */
function refuseBeyondFigures(document: RunDocument): void {
  const { error } = shareDocument.safeParse({ ...document, run: withVerdict(document.run) });
  const [issue] = error?.issues ?? [];
  if (issue)
    throw new Unreadable(`its figures are beyond what can be computed: ${issue.path.join('.')} ${issue.message}`);
}

function addBundle(plan: ImportPlan, file: UnpackedFile, bundle: Bundle, by: ImportedBy): void {
  const first = plan.runs.length;
  const runs = runsOfBundle(bundle, importingOf(file.name, by));
  for (const [index, run] of runs.entries()) {
    const document = documentOf(run, by.productVersion, by.atUs);
    plan.runs.push(planned(document, run.imported as OwnSource, file.name, originOf('bundle', file.sha256, index)));
  }
  if (!bundle.comparison) return;
  const placeOf = (name: string): number => first + bundle.runs.findIndex((run) => run.name === name);
  const baseline = placeOf(bundle.comparison.baseline);
  plan.comparison = { runs: [baseline, ...bundle.comparison.others.map(placeOf)], baseline };
}

function addDocument(plan: ImportPlan, file: UnpackedFile, document: ShareDocument, by: ImportedBy): void {
  const first = plan.runs.length;
  const { runs, baselineRunId } = runsOfDocument(document);
  for (const [index, one] of runs.entries()) {
    const annotations = boundedAnnotations(one.run, MAX_ANNOTATIONS, MAX_ANNOTATION_CHARACTERS);
    const bounded = { ...one, run: { ...one.run, ...boundedWords(one.run, WORDS), ...annotations } };
    const source = sourceOfDocument(one, importingOf(file.name, by));
    plan.runs.push(planned(bounded, source, file.name, originOf('document', file.sha256, index)));
  }
  const places = runs.map((_, index) => first + index);
  if (document.type === 'experiment') {
    const originSha256 = originOf('experiment', file.sha256);
    plan.experiments.push({ document, originSha256, runs: places, fileName: file.name });
    return;
  }
  const baseline = runs.findIndex(({ run }) => run.id === baselineRunId);
  if (baseline >= 0) plan.comparison = { runs: places, baseline: first + baseline };
}
