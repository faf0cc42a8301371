import { newestOf, runnableDesign } from '../benchmarks/benchmark-view.ts';
import { findBenchmark } from '../benchmarks/store/benchmarks.ts';
import { listPoints } from '../benchmarks/store/points.ts';
import type { BenchmarkDesign } from '../contract/benchmark.ts';
import { MAX_MARGIN_PERCENT } from '../contract/limits.ts';
import { createExperiment, ownKey } from '../experiments/create-experiment.ts';
import { hostsOfSpec, noiseOnHosts } from '../experiments/host-noise.ts';
import { findHosts } from '../hosts/store/hosts.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { hostIdsOf } from '../rules/spec/hosts-of-spec.ts';
import { advanceAlert } from '../rules/watch/alert.ts';
import { confirmingExperiment, type HostBoot, mayBegin } from '../rules/watch/confirmation.ts';
import { experimentThatConfirms } from '../rules/watch/experiment-of-point.ts';
import { EPOCH_POINTS_MOST, epochsOf, roundSpreadOf } from '../rules/watch/series.ts';
import { WATCH_RULES } from '../rules/watch/watch-rules.ts';
import { seriesNameOf } from '../rules/watch/watched-series.ts';
import { watchedOf } from './judge-nights.ts';
import { moveAlert } from './move-alert.ts';
import { type AlertRecord, lockAlert, type Plan, updateAlert } from './store/alerts.ts';

/** Hosts that take no experiment now may take one later. */
const TRY_AGAIN_US = 600_000_000;

/** Queues the experiment that is to show what is suspected, unless it is too early; what keeps it from its hosts is told. */
export async function beginConfirmation(lab: Lab, alert: AlertRecord): Promise<void> {
  const { db } = lab.database;
  const row = await findBenchmark(db, alert.benchmarkId);
  if (!row) return;
  const design = runnableDesign(newestOf(row));
  const begin = await whenToBegin(lab, alert, design);
  if (begin.type === 'not-before') return wait(lab, alert, begin.atMs * 1000, null);
  const plan = await planOf(lab, alert, design);
  const { baseline, other } = plan;
  const [{ conditions, channel }] = alert.suspects;
  const now = newestOf(row).sha256;
  if (conditions.benchmarkVersion !== now || conditions.reference !== design.reference)
    return giveUp(lab, alert, 'The benchmark was changed since, and measures something else now.');
  if (channel === 'budget' && plan.budget === null) return giveUp(lab, alert, 'Its limit was taken away since.');
  const from = baseline ?? design.reference;
  if (from === null || from === other)
    return giveUp(lab, alert, 'It cannot be measured: the revision after the change is the reference itself.');
  const { metric, stepIndex } = seriesNameOf(plan.seriesId);
  const asked = experimentThatConfirms(row.name, design, {
    ...{ from, to: other, rounds: plan.rounds, primary: { metric, stepIndex } },
    marginPercent: Math.min(MAX_MARGIN_PERCENT, plan.margin * 100),
  });
  try {
    await createExperiment(lab, asked, {
      // People's runs go first.
      ...{
        byName: null,
        scheduled: true,
        idempotencyKey: ownKey(`confirms ${alert.id} ${alert.entries.length}`),
      },
      alongside: async (tx, experimentId) => {
        const now = await lockAlert(tx, alert.id);
        const next = now && advanceAlert(now.status, { type: 'confirmation-began' }, WATCH_RULES);
        // Meanwhile somebody else was faster.
        if (!now || !next) throw new AppError('conflict', 'The alert is not to be confirmed any more.');
        const change = { experimentId, plan, waitingSentence: null, notBeforeUs: null };
        await moveAlert(lab, tx, now, next, change, { byName: null, reason: null });
      },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await wait(lab, alert, lab.nowUs() + TRY_AGAIN_US, error.message);
  }
}

async function whenToBegin(lab: Lab, { boots, suspectedAtUs }: AlertRecord, { spec }: BenchmarkDesign) {
  const hosts = await findHosts(lab.database.db, hostIdsOf(spec));
  const each = hosts.map(({ id, facts }): HostBoot => ({ suspectedIn: boots[id] ?? null, now: facts.bootId }));
  return mayBegin(suspectedAtUs / 1000, each, lab.nowUs() / 1000, lab.confirmAfterMs);
}

async function planOf(lab: Lab, { range, suspects, benchmarkId }: AlertRecord, design: BenchmarkDesign): Promise<Plan> {
  const { db } = lab.database;
  const [{ seriesId, channel }] = suspects;
  const { metric } = seriesNameOf(seriesId);
  const series = await watchedOf(lab, benchmarkId, await listPoints(db, benchmarkId, EPOCH_POINTS_MOST));
  const own = series.find(({ id }) => id === seriesId);
  const epoch = own && epochsOf(own.points).at(-1);
  const planned = confirmingExperiment(
    range,
    suspects,
    {
      margin: design.marginPercent / 100,
      noise: await noiseOnHosts(db, hostsOfSpec(design.spec), metric, lab.nowUs(), [design.spec]),
      roundLogSd: epoch ? roundSpreadOf(epoch.points) : null,
    },
    WATCH_RULES,
  );
  const { of, limit } = own?.budget ?? {};
  return { ...planned, budget: channel === 'budget' && of && limit ? { of, limit } : null };
}

async function wait(lab: Lab, { id }: AlertRecord, notBeforeUs: number, waitingSentence: string | null): Promise<void> {
  await lab.database.transaction(async (tx) => {
    const alert = await lockAlert(tx, id);
    if (alert?.status.state !== 'suspected') return;
    await updateAlert(tx, alert, { notBeforeUs: Math.ceil(notBeforeUs), waitingSentence }, null);
  });
}

/** There is nothing left to compare. */
async function giveUp(lab: Lab, { id }: AlertRecord, reason: string): Promise<void> {
  await lab.database.transaction(async (tx) => {
    const alert = await lockAlert(tx, id);
    const next = alert && advanceAlert(alert.status, { type: 'vanished' }, WATCH_RULES);
    if (alert && next) await moveAlert(lab, tx, alert, next, {}, { byName: null, reason });
  });
}
