import { isDeepStrictEqual } from 'node:util';
import { findAlert } from '../alerts/store/alerts.ts';
import { knownBenchmark, newestOf, runnableDesign } from '../benchmarks/benchmark-view.ts';
import { learnCommits } from '../benchmarks/measure-revision.ts';
import { listRevisionsBetween } from '../benchmarks/store/points.ts';
import type { Bisection, StartBisection } from '../contract/bisection.ts';
import type { ComparedMetric } from '../contract/comparison.ts';
import { BISECTION_USUAL_ROUNDS, MAX_BISECTED_REVISIONS, MAX_REVISIONS } from '../contract/limits.ts';
import { stopExperiment } from '../experiments/start-experiment.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { isDuplicate } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { METRIC_WORDS } from '../rules/outcomes/figures.ts';
import { isBetter } from '../rules/statistics/better-word.ts';
import type { Bisection as Plan } from '../rules/watch/bisection.ts';
import { seriesNameOf } from '../rules/watch/watched-series.ts';
import type { Asked } from '../runs/drive/create-run.ts';
import { getBisection } from './bisection-view.ts';
import { driveBisection } from './drive-bisections.ts';
import {
  type BisectionRecord,
  findBisectionByKey,
  insertBisection,
  lockBisection,
  updateBisection,
} from './store/bisections.ts';

const ALPHA = 0.05;
const NOT_KNOWN = `Commits between are not known: the branch went on by ${MAX_REVISIONS} of them or more before anybody looked, or was rewritten. Name a good and a bad commit that are closer together.`;

/** What is looked for: where, of which figure and in which direction. */
interface Wanted {
  good: string;
  bad: string;
  metric: ComparedMetric;
  stepIndex: number;
  direction: Plan['direction'];
}

/** Begins to search. The same idempotency key gives the same search. */
export async function startBisection(
  lab: Lab,
  benchmarkId: string,
  input: StartBisection,
  { byName, idempotencyKey }: Asked,
  closed: AbortSignal,
): Promise<Bisection> {
  const { db } = lab.database;
  const benchmark = await knownBenchmark(db, benchmarkId);
  if (benchmark.archivedAtUs !== null)
    throw new AppError('conflict', `${benchmark.name} is archived: bring it back to search in it.`);
  const version = newestOf(benchmark);
  const design = runnableDesign(version);
  const wanted = await wantedOf(lab, benchmarkId, input, design.primary);
  if (wanted.stepIndex >= design.spec.load.steps.length)
    throw refused('stepIndex', `The benchmark has no step ${wanted.stepIndex + 1}.`);
  await learnCommits(lab, benchmarkId, design.spec, [wanted.good, wanted.bad], closed);
  const { metric, stepIndex, direction } = wanted;
  const { roundsFirst = BISECTION_USUAL_ROUNDS.first, roundsMost = BISECTION_USUAL_ROUNDS.most } = input;
  if (roundsFirst > roundsMost) throw refused('roundsMost', 'The most rounds cannot be fewer than the first ones.');
  const plan: Plan = {
    revisions: await revisionsBetween(lab, benchmarkId, wanted),
    ...{ direction, roundsFirst, roundsMost, alpha: ALPHA, margin: design.marginPercent / 100 },
    measured: [],
  };
  const id = newId();
  const known = idempotencyKey === null ? null : await findBisectionByKey(db, idempotencyKey);
  const same = (one: BisectionRecord) => sameBisection(lab, one, { benchmarkId, metric, stepIndex, plan });
  if (known) return same(known);
  try {
    await insertBisection(db, {
      ...{ id, benchmarkId, version: version.number, alertId: input.alertId ?? null, status: 'running' },
      ...{ metric, stepIndex, plan, idempotencyKey },
      ...{ createdAtUs: lab.nowUs(), createdByName: byName },
    });
  } catch (error) {
    const twin = isDuplicate(error) && idempotencyKey ? await findBisectionByKey(db, idempotencyKey) : null;
    if (twin) return same(twin);
    throw error;
  }
  await driveBisection(lab, id);
  return getBisection(lab, id);
}

function sameBisection(
  lab: Lab,
  { id, benchmarkId, metric, stepIndex, plan }: BisectionRecord,
  asked: Pick<BisectionRecord, 'benchmarkId' | 'metric' | 'stepIndex' | 'plan'>,
): Promise<Bisection> {
  const known = { benchmarkId, metric, stepIndex, plan: { ...plan, measured: [] } };
  if (isDeepStrictEqual(known, asked)) return getBisection(lab, id);
  throw new AppError(
    'conflict',
    'This Idempotency-Key was used for another search; send a new key with a new request.',
  );
}

async function wantedOf(
  { database: { db } }: Lab,
  benchmarkId: string,
  { alertId, good, bad, ...asked }: StartBisection,
  primary: { metric: ComparedMetric; stepIndex: number },
): Promise<Wanted> {
  if (alertId === undefined) {
    const metric = asked.metric ?? primary.metric;
    const worse = isBetter(METRIC_WORDS[metric].quantity, 'higher') ? 'lower' : 'higher';
    const { stepIndex = primary.stepIndex, direction = worse } = asked;
    return { good: good ?? '', bad: bad ?? '', metric, stepIndex, direction };
  }
  const alert = await findAlert(db, alertId);
  if (alert?.benchmarkId !== benchmarkId) throw refused('alertId', 'The benchmark has no such alert.');
  const { range, suspects } = alert;
  if (range.before === null || alert.channel === 'budget')
    throw refused('alertId', 'The alert does not say between which commits something changed: name good and bad.');
  const own = suspects.find(({ seriesId }) => {
    const { metric, stepIndex } = seriesNameOf(seriesId);
    return metric === (asked.metric ?? metric) && stepIndex === (asked.stepIndex ?? stepIndex);
  });
  if (!own) throw refused('metric', 'The alert does not tell of this metric in this step: name good and bad.');
  const { metric, stepIndex } = seriesNameOf(own.seriesId);
  const direction = own.size.ratio > 1 ? 'higher' : 'lower';
  return { good: range.before.revision, bad: range.after.revision, metric, stepIndex, direction, ...asked };
}

/** The oldest first, with both ends. */
async function revisionsBetween({ database: { db } }: Lab, benchmarkId: string, { good, bad }: Wanted) {
  const between = await listRevisionsBetween(db, benchmarkId, good, bad);
  if (between === null) throw refused('good', NOT_KNOWN);
  if (between.length < 2) throw refused('bad', 'The bad commit has to come after the good one.');
  if (between.length > MAX_BISECTED_REVISIONS)
    throw refused('good', `There are more than ${MAX_BISECTED_REVISIONS} commits between; name a later good one.`);
  return between;
}

const refused = (path: string, message: string): AppError =>
  new AppError('invalid-input', message, [{ path, message }]);

/** Ends a search for good; one that has ended stays as it is. */
export async function cancelBisection(lab: Lab, id: string, byName: string | null): Promise<Bisection> {
  const experimentId = await lab.database.transaction(async (tx) => {
    const known = await lockBisection(tx, id);
    if (known?.status !== 'running') return null;
    await updateBisection(tx, id, { status: 'canceled', endedAtUs: lab.nowUs(), experimentId: null });
    return known.experimentId;
  });
  if (experimentId !== null) await stopExperiment(lab, experimentId, byName);
  return getBisection(lab, id);
}
