import type { OwnSource } from '../../contract/imported.ts';
import type { Run } from '../../contract/run.ts';
import { tag as tagSchema } from '../../contract/run-list.ts';
import { SHARE_DOCUMENT_VERSION, type ShareDocument } from '../../contract/share.ts';
import { oneLine } from '../words/text.ts';
import type { Importing } from './imported-run.ts';

export type RunDocument = Extract<ShareDocument, { type: 'run' }>;
export type ExperimentDocument = Extract<ShareDocument, { type: 'experiment' }>;

/** What is kept of an imported run: the same as is frozen of a shared one. */
export function documentOf(run: Run, productVersion: string, frozenAtUs: number): RunDocument {
  return {
    documentVersion: SHARE_DOCUMENT_VERSION,
    title: run.name,
    frozenAtUs,
    productVersion,
    type: 'run',
    run,
    series: { hosts: [] },
  };
}

/** Splits a document into one document per run, with the comparison if it has one. */
export function runsOfDocument(document: ShareDocument): { runs: RunDocument[]; baselineRunId: string | null } {
  if (document.type === 'run') return { runs: [document], baselineRunId: null };
  const comparison = document.type === 'comparison' ? document.comparison : document.experiment.result;
  const { documentVersion, frozenAtUs, productVersion } = document;
  const series = document.type === 'comparison' ? document.series : [];
  const runs = (comparison?.runs ?? []).map(
    (run, index): RunDocument => ({
      documentVersion,
      title: run.name,
      frozenAtUs,
      productVersion,
      type: 'run',
      run,
      series: series[index] ?? { hosts: [] },
    }),
  );
  return { runs, baselineRunId: comparison?.baselineRunId ?? null };
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Replaces ids wherever they stand: in what was planned, what was run, and what came of it. */
export function withIds<D extends ShareDocument>(document: D, ids: ReadonlyMap<string, string>): D {
  return JSON.parse(JSON.stringify(document).replace(ID, (found) => ids.get(found) ?? found)) as D;
}

/** Where the run of a document is from: from where its document says, if it was an imported one there, too. */
export function sourceOfDocument({ run, productVersion }: RunDocument, importing: Importing): OwnSource {
  const { imported } = run;
  const { fileName, importedAtUs, importedByName } = importing;
  return {
    format: 'document',
    source: (imported?.source ?? `Measured elsewhere by millionrps ${productVersion}`).slice(0, 500),
    url: imported?.url?.match(/^https?:\/\//) ? imported.url.slice(0, 500) : null,
    fileName,
    importedAtUs,
    importedByName,
  };
}

/** What people wrote at moments of a run, within the bounds of what is written here; nothing that says no time or has an id twice. */
export function boundedAnnotations(
  { annotations = [], hosts }: Run,
  most: number,
  mostCharacters: number,
): Pick<Run, 'annotations'> {
  const seen = new Set<string>();
  const kept = annotations.flatMap((one) => {
    const text = oneLine(one.text).slice(0, mostCharacters);
    const timed = one.toUs === null || one.toUs > one.fromUs;
    if (text === '' || !timed || seen.has(one.id) || !hosts.some(({ hostId }) => hostId === one.hostId)) return [];
    seen.add(one.id);
    return [{ ...one, text }];
  });
  return kept.length === 0 ? { annotations: undefined } : { annotations: kept.slice(0, most) };
}

/** Texts that people wrote elsewhere get the same limits as those that are written here. */
export function boundedWords(
  run: Run,
  limits: { name: number; notes: number; tags: number },
): Pick<Run, 'name' | 'notes' | 'tags'> {
  return {
    name: run.name.trim().slice(0, limits.name) || 'An imported run',
    notes: run.notes.slice(0, limits.notes),
    tags: run.tags.filter((one) => tagSchema.safeParse(one).success).slice(0, limits.tags),
  };
}
