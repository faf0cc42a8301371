import type { Bundle } from '../contract/bundle.ts';
import type { CreateImport } from '../contract/import.ts';
import type { ImportedFrom, ImportFormat } from '../contract/imported.ts';
import type { Importing } from '../domain/import/imported-run.ts';
import { type FileContent, readFile } from '../domain/import/read-file.ts';
import { documentOf, type RunDocument } from '../domain/import/run-documents.ts';
import { runsOfBundle } from '../domain/import/run-of-bundle.ts';
import { runOfOutputs } from '../domain/import/run-of-outputs.ts';
import type { ToolReading } from '../domain/import/tool-reading.ts';
import { Unreadable } from '../domain/import/unreadable.ts';
import { newId } from '../store/ids.ts';
import { addDocument, MAX_NAME, originOf, type PlannedExperiment } from './plan-documents.ts';
import { refused, type UnpackedFile } from './unpack-files.ts';

/** A run as it would be stored, unless its id is taken or its origin known. */
export interface PlannedRun {
  document: RunDocument;
  source: ImportedFrom;
  format: ImportFormat;
  fileName: string | null;
  originSha256: string;
}

export interface ImportPlan {
  runs: PlannedRun[];
  experiments: PlannedExperiment[];
  /** Places in `runs`; null where nothing is meant to be compared. */
  comparison: { runs: number[]; baseline: number } | null;
}

export interface ImportedBy {
  atUs: number;
  byName: string | null;
  productVersion: string;
}

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
    plan.runs.push(ofOutputs(asked.joinAs, joined, asked.source, by));
    return plan;
  }
  for (const [index, { file, content }] of read.entries()) {
    if (content.type === 'output')
      plan.runs.push(ofOutputs(null, [{ file, reading: content.reading }], asked.source, by));
    else if (content.type === 'bundle') addBundle(plan, file, content.bundle, by);
    else addDocument(plan, file, index, content.document, importingOf(file.name, by));
  }
  return plan;
}

function readOrRefuse(file: UnpackedFile, index: number): FileContent {
  try {
    return readFile(file.text, file.format);
  } catch (error) {
    if (error instanceof Unreadable) throw refused(file.name, `files.${index}`, error.message);
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

function ofOutputs(
  joinAs: string | null,
  outputs: { file: UnpackedFile; reading: ToolReading }[],
  askedSource: string | null,
  by: ImportedBy,
): PlannedRun {
  const readings = outputs.map(({ reading }) => reading);
  const names = outputs.map(({ file }) => file.name);
  const tool = readings[0]?.tool ?? 'wrk';
  const name = joinAs ?? (nameOfFile(names[0] ?? '').slice(0, MAX_NAME) || tool);
  const fileName = joinAs === null ? (names[0] ?? null) : null;
  const source = askedSource ?? `Output of ${tool}: ${names.join(', ')}`.slice(0, 500);
  const run = runOfOutputs(name, source, readings, importingOf(fileName, by));
  const originSha256 = originOf(
    joinAs === null ? 'output' : 'joined outputs',
    ...outputs.map(({ file }) => file.sha256),
  );
  return planned(documentOf(run, by.productVersion, by.atUs), run.imported as ImportedFrom, fileName, originSha256);
}

/** Without what only says its form. */
const nameOfFile = (name: string): string =>
  name
    .replace(/\.gz$/i, '')
    .replace(/\.(json|txt|log|out)$/i, '')
    .trim();

function planned(
  document: RunDocument,
  source: ImportedFrom,
  fileName: string | null,
  originSha256: string,
): PlannedRun {
  return { document, source, format: source.format, fileName, originSha256 };
}

function addBundle(plan: ImportPlan, file: UnpackedFile, bundle: Bundle, by: ImportedBy): void {
  const first = plan.runs.length;
  const runs = runsOfBundle(bundle, importingOf(file.name, by));
  for (const [index, run] of runs.entries()) {
    const document = documentOf(run, by.productVersion, by.atUs);
    plan.runs.push(planned(document, run.imported as ImportedFrom, file.name, originOf('bundle', file.sha256, index)));
  }
  if (!bundle.comparison) return;
  const placeOf = (name: string): number => first + bundle.runs.findIndex((run) => run.name === name);
  const baseline = placeOf(bundle.comparison.baseline);
  plan.comparison = { runs: [baseline, ...bundle.comparison.others.map(placeOf)], baseline };
}
