import type { ImportedFrom } from '../contract/imported.ts';
import type { Run, RunSummary } from '../contract/run.ts';
import { toImportedSummary } from '../imports/store/imported-runs.ts';
import { toNumber } from '../platform/store/db.ts';
import { upgradeDocument } from '../rules/share/share-upgrade.ts';
import { withVerdict } from '../rules/verdict/with-verdict.ts';
import { type AnnotationRow, annotationsOf } from './store/annotations.ts';
import type { SummaryRow } from './store/run-summaries.ts';
import { toVerdictSummary } from './store/verdicts.ts';

type Labels = Pick<
  RunSummary,
  'id' | 'name' | 'tags' | 'notes' | 'createdAtUs' | 'createdByName' | 'basedOnRunId' | 'experimentId' | 'imported'
>;
type LabelsRow = Pick<
  SummaryRow,
  'id' | 'name' | 'tags' | 'notes' | 'createdAtUs' | 'createdByName' | 'basedOnRunId' | 'experiment'
>;

/** What this instance says of an imported run, over what its document says. */
function labelsOf(row: LabelsRow, source: unknown): Labels {
  return {
    id: row.id,
    name: row.name,
    tags: row.tags,
    notes: row.notes,
    createdAtUs: toNumber(row.createdAtUs),
    createdByName: row.createdByName,
    basedOnRunId: row.basedOnRunId,
    experimentId: row.experiment?.experimentId ?? null,
    imported: source as ImportedFrom,
  };
}

/** The run as the list shows it; null where an older form is stored, and the document has to be read. */
export function summaryOfImported(
  row: SummaryRow & { imported: NonNullable<SummaryRow['imported']> },
): RunSummary | null {
  const stored = toImportedSummary(row.imported.summary);
  if (!stored) return null;
  const { curve: _, ...summary } = stored;
  return { ...summary, ...labelsOf(row, row.imported.source), verdict: toVerdictSummary(row) };
}

/** The run as its page shows it, judged by the rules of today. Files that a document only names are not here. */
export function toImportedRun(
  row: LabelsRow & { imported: { source: unknown; document: unknown }; annotations?: AnnotationRow[] },
): Run {
  const document = upgradeDocument(row.imported.document);
  if (document.type !== 'run') throw new Error(`the document of the imported run ${row.id} is of no run`);
  // What people here wrote stands in the place of what came with the document: that is where it began.
  const { annotations: _, ...run } = document.run;
  const steps = run.steps.map((step) => ({
    ...step,
    profiles: step.profiles.map((profile) => ({ ...profile, artifactId: null })),
  }));
  const annotations = annotationsOf({ annotations: row.annotations ?? [] });
  return withVerdict({ ...run, steps, artifacts: [], ...labelsOf(row, row.imported.source), ...annotations });
}
