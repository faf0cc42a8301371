import type { CreateImport, ImportResult } from '../contract/import.ts';
import type { ImportedFrom } from '../contract/imported.ts';
import type { Run } from '../contract/run.ts';
import { keepExperiment } from '../experiments/keep-experiment.ts';
import { findExperiment, findImportedExperiment } from '../experiments/store/experiments.ts';
import type { Lab } from '../platform/lab.ts';
import { type Db, isDuplicate } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { notify } from '../platform/store/notify.ts';
import { missingOf } from '../rules/import/missing.ts';
import { protocolOf } from '../rules/spec/load-words.ts';
import { summaryOf } from '../rules/verdict/run-verdict.ts';
import { withVerdict } from '../rules/verdict/with-verdict.ts';
import { readReferenceSet } from '../runs/store/reference-set.ts';
import { findDeletion, setDeleted } from '../runs/store/run-deletion.ts';
import { knownRuns, presentRuns } from '../runs/store/runs.ts';
import { saveVerdict } from '../runs/store/verdicts.ts';
import { type ImportPlan, type PlannedExperiment, type PlannedRun, planImport } from './plan-import.ts';
import { findByOrigin, insertImportedRun } from './store/imported-runs.ts';
import { type UnpackedFile, unpackFiles } from './unpack-files.ts';

/** What an import works with: it runs in a thread of its own (import-worker.ts). */
export type ImportLab = Pick<Lab, 'database' | 'version' | 'nowUs'>;

/** Imports every file or none. What was imported before is not again: its run is answered, and brought back if it was deleted. */
export async function createImport(lab: ImportLab, input: CreateImport, byName: string | null): Promise<ImportResult> {
  return importFiles(lab, await unpackFiles(input.files), input, byName);
}

/** The reference set that comes with the product. */
export async function importJournal(lab: ImportLab, byName: string | null): Promise<ImportResult> {
  const files = (await readReferenceSet()).map(({ name, bytes }) => ({
    name,
    content: bytes.toString('base64'),
    format: 'bundle' as const,
  }));
  return importFiles(lab, await unpackFiles(files), { joinAs: null, source: null, dryRun: false }, byName);
}

async function importFiles(
  lab: ImportLab,
  files: UnpackedFile[],
  asked: Pick<CreateImport, 'joinAs' | 'source' | 'dryRun'>,
  byName: string | null,
): Promise<ImportResult> {
  const plan = planImport(files, asked, { atUs: lab.nowUs(), byName, productVersion: lab.version });
  if (asked.dryRun) return resultOf(plan, await foreseen(lab.database.db, plan));
  const kept = () => lab.database.transaction((tx) => keep(tx, plan));
  // Another import of the same may have been first: then it is known by now.
  return resultOf(plan, await kept().catch((error) => (isDuplicate(error) ? kept() : Promise.reject(error))));
}

const originsOf = (plan: ImportPlan): string[] => plan.runs.map(({ originSha256 }) => originSha256);

const idsOf = (plan: ImportPlan): string[] => plan.runs.map(({ document }) => document.run.id);

interface Kept {
  /** Null: it would be stored. */
  id: string | null;
  known: boolean;
  /** What is here under its own id. */
  copyOf: string | null;
}

interface KeptAll {
  runs: Kept[];
  experiments: Kept[];
}

/** What an import would find here. */
async function foreseen(db: Db, plan: ImportPlan): Promise<KeptAll> {
  const known = await findByOrigin(db, originsOf(plan));
  const present = await presentRuns(db, idsOf(plan));
  const runs = plan.runs.map(({ originSha256, document }) =>
    keptAs(known.get(originSha256) ?? null, known.has(originSha256), document.run.id, present.has(document.run.id)),
  );
  const experiments: Kept[] = [];
  for (const planned of plan.experiments) experiments.push(await foreseenExperiment(db, planned));
  return { runs, experiments };
}

async function foreseenExperiment(db: Db, { document, originSha256 }: PlannedExperiment): Promise<Kept> {
  const known = await findImportedExperiment(db, originSha256);
  const own = document.experiment.id;
  return keptAs(known, known !== null, own, (await findExperiment(db, own)) !== null);
}

/** What is known is stored once: it is no copy, though it has its id. */
const keptAs = (id: string | null, known: boolean, own: string, taken: boolean): Kept => ({
  id,
  known,
  copyOf: taken && !known ? own : null,
});

async function keep(tx: Db, plan: ImportPlan): Promise<KeptAll> {
  const known = await findByOrigin(tx, originsOf(plan));
  const ids = idsOf(plan);
  const taken = await knownRuns(tx, ids);
  const present = await presentRuns(tx, ids);
  const runs: Kept[] = [];
  for (const planned of plan.runs) {
    const before = known.get(planned.originSha256);
    const own = planned.document.run.id;
    const runId = before ?? (await keepRun(tx, planned, taken));
    if (before !== undefined) await bringBack(tx, before);
    // The same twice in one import is one run.
    known.set(planned.originSha256, runId);
    runs.push(keptAs(runId, before !== undefined, own, present.has(own)));
  }
  const experiments: Kept[] = [];
  for (const planned of plan.experiments) {
    const before = await foreseenExperiment(tx, planned);
    const renamed = planned.runs.map((place): [string, string] => [ids[place] ?? '', runs[place]?.id ?? '']);
    experiments.push({ ...before, id: await keepExperiment(tx, planned, new Map(renamed)) });
  }
  return { runs, experiments };
}

async function bringBack(tx: Db, runId: string): Promise<void> {
  if ((await findDeletion(tx, runId))?.deletedAtUs == null) return;
  await setDeleted(tx, runId, null);
  notify(tx, 'runs', runId);
}

/** Under the id of its document, unless that is taken. */
async function keepRun(tx: Db, { document, source, originSha256 }: PlannedRun, taken: Set<string>): Promise<string> {
  const id = taken.has(document.run.id) ? newId() : document.run.id;
  taken.add(id);
  const own = { ...document.run, id };
  const judged = judgedAs(own, source);
  await insertImportedRun(tx, { run: judged, source, document: { ...document, run: own }, originSha256 });
  await saveVerdict(tx, id, judged);
  notify(tx, 'runs', id);
  return id;
}

/** The run as its page will show it. */
const judgedAs = (run: Run, source: ImportedFrom): Run =>
  withVerdict({
    ...run,
    createdAtUs: source.importedAtUs,
    createdByName: source.importedByName,
    imported: source,
  });

function resultOf(plan: ImportPlan, { runs: kept, experiments: keptExperiments }: KeptAll): ImportResult {
  const runs = plan.runs.map(({ document: { run }, source, format, fileName }, index) => {
    const judged = judgedAs(run, source);
    return {
      runId: kept[index]?.id ?? null,
      name: run.name,
      format,
      fileName,
      points: run.steps.filter(({ point }) => point !== null).length,
      best: judged.best,
      protocol: protocolOf(run),
      verdict: summaryOf(judged),
      missing: missingOf(run),
      known: kept[index]?.known ?? false,
      copyOf: kept[index]?.copyOf ?? null,
    };
  });
  const experiments = plan.experiments.map(({ document, fileName }, index) => ({
    experimentId: keptExperiments[index]?.id ?? null,
    question: document.experiment.question,
    fileName,
    known: keptExperiments[index]?.known ?? false,
    copyOf: keptExperiments[index]?.copyOf ?? null,
  }));
  return {
    runs,
    experiments,
    experimentId: experiments.at(-1)?.experimentId ?? null,
    comparison: comparisonOf(
      plan,
      runs.map(({ runId }) => runId),
    ),
  };
}

function comparisonOf({ comparison }: ImportPlan, runIds: (string | null)[]): ImportResult['comparison'] {
  if (!comparison) return null;
  const ids = comparison.runs.map((place) => runIds[place] ?? null);
  const baselineRunId = runIds[comparison.baseline] ?? null;
  const stored = ids.filter((id) => id !== null);
  return baselineRunId === null || stored.length < ids.length ? null : { runIds: stored, baselineRunId };
}
