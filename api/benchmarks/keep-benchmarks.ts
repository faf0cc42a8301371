import { isDeepStrictEqual } from 'node:util';
import type {
  Benchmark,
  BenchmarkDesign,
  Budget,
  ChangeBenchmark,
  CreateBenchmark,
  KeptBudget,
} from '../contract/benchmark.ts';
import { MAX_BENCHMARKS } from '../contract/limits.ts';
import { designOfExperiment } from '../experiments/create-experiment.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { type Db, isDuplicate } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { stableHash } from '../rules/export/stable-hash.ts';
import { METRIC_WORDS } from '../rules/outcomes/figures.ts';
import { designFault, experimentOfPoint } from '../rules/watch/experiment-of-point.ts';
import { budgetsOf, designOf, getBenchmark, knownBenchmark, newestOf } from './benchmark-view.ts';
import { noteDue } from './note-due.ts';
import { countBenchmarks, insertBenchmark, insertVersion, lockBenchmark, updateBenchmark } from './store/benchmarks.ts';

/** Throws conflict for a name that is taken, and the faults of a design that its hosts could not measure. */
export async function createBenchmark(
  lab: Lab,
  { name, design }: CreateBenchmark,
  byName: string | null,
): Promise<Benchmark> {
  await refuseUnfit(lab, name, design);
  const [id, createdAtUs] = [newId(), lab.nowUs()];
  await named(name, () =>
    lab.database.transaction(async (tx) => {
      if ((await countBenchmarks(tx)) >= MAX_BENCHMARKS)
        throw new AppError('conflict', `There are ${MAX_BENCHMARKS} benchmarks, the maximum.`);
      await insertBenchmark(tx, { id, name, ownerName: byName, createdAtUs });
      await addVersion(lab, tx, id, 1, design, byName);
    }),
  );
  return getBenchmark(lab, id);
}

/** Another design makes another version; the same one again makes none. */
export async function changeBenchmark(
  lab: Lab,
  id: string,
  { name, design, archived, budgets }: ChangeBenchmark,
  byName: string | null,
): Promise<Benchmark> {
  const known = await knownBenchmark(lab.database.db, id);
  if (design) await refuseUnfit(lab, name ?? known.name, design);
  if (budgets) refuseBudgets(budgets, design ?? designOf(newestOf(known)));
  await named(name ?? '', () =>
    lab.database.transaction(async (tx) => {
      await lockBenchmark(tx, id);
      if (archived !== undefined) await noteDue(lab, tx, id);
      const newest = newestOf(await knownBenchmark(tx, id));
      await updateBenchmark(tx, id, {
        ...(name !== undefined && { name }),
        ...(archived !== undefined && { archivedAtUs: archived ? lab.nowUs() : null }),
        ...(budgets && { budgets: keptBudgets(budgets, budgetsOf(known), { byName, setAtUs: lab.nowUs() }) }),
      });
      if (design && stableHash(design) !== newest.sha256)
        await addVersion(lab, tx, id, newest.number + 1, design, byName);
    }),
  );
  return getBenchmark(lab, id);
}

/** Who set a limit, and when, stays with it while it stays the same. */
function keptBudgets(
  budgets: Budget[],
  before: KeptBudget[],
  now: Pick<KeptBudget, 'byName' | 'setAtUs'>,
): KeptBudget[] {
  return budgets.map(
    (one) => before.find(({ byName: _, setAtUs: __, ...same }) => isDeepStrictEqual(same, one)) ?? { ...one, ...now },
  );
}

function refuseBudgets(budgets: Budget[], { reference, spec }: Benchmark['design']): void {
  const at = (index: number, message: string): AppError =>
    new AppError('invalid-input', message, [{ path: `budgets.${index}`, message }]);
  const keys = budgets.map(({ metric, stepIndex }) => `${metric} ${stepIndex}`);
  for (const [index, { metric, stepIndex }] of budgets.entries()) {
    const { label } = METRIC_WORDS[metric];
    if (reference === null)
      throw at(index, 'Limits need a reference: without one a slower host looks like a slower build.');
    if (keys.indexOf(`${metric} ${stepIndex}`) < index)
      throw at(index, `Give ${label} of step ${stepIndex + 1} one limit.`);
    if (stepIndex >= spec.load.steps.length) throw at(index, `There is no step ${stepIndex + 1}.`);
  }
}

async function addVersion(
  lab: Lab,
  tx: Db,
  benchmarkId: string,
  number: number,
  design: BenchmarkDesign,
  createdByName: string | null,
): Promise<void> {
  const version = { benchmarkId, number, sha256: stableHash(design), createdAtUs: lab.nowUs(), createdByName };
  await insertVersion(tx, { ...version, design });
}

/** What the API would say of the first point is said now, at the fields of the design. */
async function refuseUnfit(lab: Lab, name: string, design: BenchmarkDesign): Promise<void> {
  const fault = designFault(design);
  if (fault !== null) throw new AppError('invalid-input', fault, [{ path: 'design.reference', message: fault }]);
  const first = experimentOfPoint(name, design, { commit: design.reference, label: 'first' });
  try {
    await designOfExperiment(lab, first);
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = error.fields.map(({ path, message }) => ({
      path: path.replace(/^(baseline\.)?/, 'design.'),
      message,
    }));
    throw new AppError('invalid-input', error.message, fields);
  }
}

async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const message = `A benchmark named ${name} exists; choose another name.`;
    throw new AppError('conflict', message, [{ path: 'name', message }]);
  }
}
