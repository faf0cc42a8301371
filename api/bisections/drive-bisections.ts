import { designOfVersion } from '../benchmarks/benchmark-view.ts';
import type { ShownExperiment } from '../contract/experiment.ts';
import { createExperiment, ownKey } from '../experiments/create-experiment.ts';
import { getExperiment } from '../experiments/get-experiment.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { type Effect, effectOfRounds } from '../rules/statistics/effect.ts';
import { learnt, type Next, nextOf } from '../rules/watch/bisection.ts';
import { notFoundText } from '../rules/watch/bisection-words.ts';
import { experimentThatConfirms } from '../rules/watch/experiment-of-point.ts';
import { measuredOf } from '../rules/watch/point-of-experiment.ts';
import { getRun } from '../runs/get-run.ts';
import {
  type BisectionExperiment,
  type BisectionRecord,
  findBisection,
  listDueBisections,
  lockBisection,
  updateBisection,
} from './store/bisections.ts';

/** Hosts that take no experiment now may take one later. */
const TRY_AGAIN_US = 60_000_000;

/** Moves searches on whose experiment is over or is to begin. For the sweep. */
export async function driveBisections(lab: Lab): Promise<void> {
  for (const id of await listDueBisections(lab.database.db, lab.nowUs())) {
    await driveBisection(lab, id).catch((error: unknown) =>
      lab.log.error({ err: error, bisectionId: id }, 'going on with a bisection'),
    );
  }
}

/** Takes what its experiment measured, and begins the next one or ends it. */
export async function driveBisection(lab: Lab, id: string): Promise<void> {
  const known = await findBisection(lab.database.db, id);
  if (known?.status !== 'running') return;
  const learned = await learn(lab, known);
  const next = learned && nextOf(learned.plan);
  if (!next) return;
  if (next.type === 'measure') await measure(lab, learned, next);
  else await end(lab, id, null);
}

/** With what its last experiment came to; null: it is under way, or told nothing and ended the search. */
async function learn(lab: Lab, known: BisectionRecord): Promise<BisectionRecord | null> {
  const last = known.experiments.at(-1);
  if (!last || known.experimentId === null) return known;
  const experiment = await getExperiment(lab, known.experimentId);
  if (experiment.status !== 'done') return null;
  const found = await resultOf(lab, known, last, experiment);
  if ('fault' in found) {
    await end(lab, known.id, notFoundText(found.fault));
    return null;
  }
  const plan = learnt(known.plan, { ...last, other: found.revision }, found.result);
  await lab.database.transaction(async (tx) => {
    const now = await lockBisection(tx, known.id);
    if (now?.status !== 'running' || now.experimentId !== known.experimentId) return;
    await updateBisection(tx, known.id, { plan, experimentId: null });
  });
  return { ...known, plan, experimentId: null };
}

type Found = { revision: string; result: Effect | 'not-buildable' } | { fault: string };

async function resultOf(
  lab: Lab,
  { metric, stepIndex, plan }: BisectionRecord,
  { revision, alpha }: BisectionExperiment,
  experiment: ShownExperiment,
): Promise<Found> {
  const unbuilt = await unbuiltOf(lab, experiment);
  if (unbuilt !== null)
    return { revision: unbuilt === 0 ? (plan.revisions[0] ?? '') : revision, result: 'not-buildable' };
  if (experiment.stoppedSentence !== null) return { fault: experiment.stoppedSentence };
  const figure = measuredOf(experiment.result).find((one) => one.metric === metric && one.stepIndex === stepIndex);
  if (!figure || figure.gap !== null) return { fault: figure?.gap ?? 'the metric was not measured.' };
  const effect = effectOfRounds(figure.rounds, alpha);
  return 'fault' in effect ? effect : { revision, result: effect };
}

/** Which configuration could not be built, of an experiment that ended with that; null where none. */
async function unbuiltOf(lab: Lab, { slots, stoppedSentence }: ShownExperiment): Promise<number | null> {
  if (stoppedSentence === null) return null;
  for (const { configuration, failedRunIds } of slots) {
    const runId = failedRunIds.at(-1);
    if (runId !== undefined && (await getRun(lab, runId)).failure?.code === 'not-buildable') return configuration;
  }
  return null;
}

async function measure(
  lab: Lab,
  known: BisectionRecord,
  { baseline, other, rounds, alpha }: Extract<Next, { type: 'measure' }>,
): Promise<void> {
  const { id, metric, stepIndex, experiments } = known;
  const design = await designOfVersion(lab.database.db, known.benchmarkId, known.version).catch((error: unknown) => {
    if (error instanceof AppError) return { fault: error.message };
    throw error;
  });
  if ('fault' in design) return end(lab, id, notFoundText(design.fault));
  const { marginPercent } = design;
  const primary = { metric, stepIndex };
  const input = experimentThatConfirms(known.benchmarkName, design, {
    ...{ from: baseline, to: other, rounds, primary, marginPercent },
  });
  try {
    await createExperiment(lab, input, {
      ...{ byName: known.createdByName, idempotencyKey: ownKey(`bisects ${id} ${experiments.length}`) },
      alongside: async (tx, experimentId) => {
        const now = await lockBisection(tx, id);
        if (now?.status !== 'running') throw new AppError('conflict', 'The search is over.');
        const begun = [...experiments, { experimentId, revision: other, rounds, alpha }];
        await updateBisection(tx, id, { experimentId, experiments: begun, waitingSentence: null, notBeforeUs: null });
      },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const notBeforeUs = Math.ceil(lab.nowUs() + TRY_AGAIN_US);
    await updateBisection(lab.database.db, id, { waitingSentence: error.message, notBeforeUs });
  }
}

async function end(lab: Lab, id: string, faultSentence: string | null): Promise<void> {
  await lab.database.transaction(async (tx) => {
    const now = await lockBisection(tx, id);
    if (now?.status !== 'running') return;
    await updateBisection(tx, id, { status: 'done', faultSentence, experimentId: null, endedAtUs: lab.nowUs() });
  });
}
