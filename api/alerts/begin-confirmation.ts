import { newestOf, runnableDesign } from '../benchmarks/benchmark-view.ts';
import { findBenchmark } from '../benchmarks/store/benchmarks.ts';
import { listPoints } from '../benchmarks/store/points.ts';
import type { BenchmarkDesign } from '../contract/benchmark.ts';
import { MAX_MARGIN_PERCENT } from '../contract/limits.ts';
import { createExperiment, ownKey } from '../experiments/create-experiment.ts';
import { findHosts } from '../hosts/store/hosts.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { hostIdsOf } from '../rules/spec/hosts-of-spec.ts';
import { waitsForBoot } from '../rules/watch/alert-words.ts';
import { confirmingExperiment, type HostBoot, mayBegin, whyGivenUp } from '../rules/watch/confirmation.ts';
import { experimentThatConfirms } from '../rules/watch/experiment-of-point.ts';
import { EPOCH_POINTS_MOST, epochsOf, roundSpreadOf } from '../rules/watch/series.ts';
import { WATCH_RULES } from '../rules/watch/watch-rules.ts';
import { seriesNameOf } from '../rules/watch/watched-series.ts';
import { watchedOf } from './judge-nights.ts';
import { advanceTo } from './move-alert.ts';
import { type AlertRecord, lockAlert, type Plan, updateAlert } from './store/alerts.ts';

/** Hosts that take no experiment now may take one later. */
const TRY_AGAIN_US = 600_000_000;
/** Hosts may start anew before their time has come. */
const LOOK_AGAIN_US = 60_000_000;

/** Queues the experiment that is to show what is suspected, unless it is too early; what keeps it from its hosts is told. */
export async function beginConfirmation(lab: Lab, alert: AlertRecord): Promise<void> {
  try {
    await begin(lab, alert);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await wait(lab, alert, lab.nowUs() + TRY_AGAIN_US, error.message);
  }
}

async function begin(lab: Lab, alert: AlertRecord): Promise<void> {
  const row = await findBenchmark(lab.database.db, alert.benchmarkId);
  if (!row) return;
  const version = newestOf(row);
  const design = runnableDesign(version);
  const when = await whenToBegin(lab, alert, design);
  if (when.type === 'not-before') {
    const atUs = Math.ceil(when.atMs * 1000);
    return wait(lab, alert, Math.min(atUs, lab.nowUs() + LOOK_AGAIN_US), waitsForBoot(atUs));
  }
  const plan = await planOf(lab, alert, design);
  const reference = design.reference ?? '';
  const reason = whyGivenUp(alert.suspects[0], plan, { benchmarkVersion: version.sha256, reference });
  if (reason !== null) {
    await lab.database.transaction((tx) => advanceTo(lab, tx, alert.id, { type: 'vanished' }, { reason }));
    return;
  }
  const { metric, stepIndex } = seriesNameOf(plan.seriesId);
  const primary = { metric, stepIndex };
  const asked = experimentThatConfirms(row.name, design, {
    ...{ from: plan.baseline ?? reference, to: plan.other, rounds: plan.rounds, primary },
    marginPercent: Math.min(MAX_MARGIN_PERCENT, plan.margin * 100),
  });
  await createExperiment(lab, asked, {
    // People's runs go first.
    ...{ byName: null, scheduled: true, idempotencyKey: ownKey(`confirms ${alert.id} ${alert.entries.length}`) },
    alongside: async (tx, experimentId) => {
      const change = { experimentId, plan, waitingSentence: null, notBeforeUs: null };
      const begun = await advanceTo(lab, tx, alert.id, { type: 'confirmation-began' }, { change });
      // Meanwhile somebody else was faster.
      if (!begun) throw new AppError('conflict', 'The alert is not to be confirmed any more.');
    },
  });
}

async function whenToBegin(lab: Lab, { boots, suspectedAtUs }: AlertRecord, { spec }: BenchmarkDesign) {
  const hosts = await findHosts(lab.database.db, hostIdsOf(spec));
  const each = hosts.map(({ id, facts }): HostBoot => ({ suspectedIn: boots[id] ?? null, now: facts.bootId }));
  return mayBegin(suspectedAtUs / 1000, each, lab.nowUs() / 1000, lab.confirmAfterMs);
}

async function planOf(lab: Lab, { range, suspects, benchmarkId }: AlertRecord, design: BenchmarkDesign): Promise<Plan> {
  const { db } = lab.database;
  const [{ seriesId, channel }] = suspects;
  const series = await watchedOf(lab, benchmarkId, await listPoints(db, benchmarkId, EPOCH_POINTS_MOST));
  const own = series.find(({ id }) => id === seriesId);
  const epoch = own && epochsOf(own.points).at(-1);
  const planned = confirmingExperiment(
    range,
    suspects,
    {
      margin: design.marginPercent / 100,
      noise: own?.noise ?? null,
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
    await updateAlert(tx, alert, { notBeforeUs, waitingSentence }, null);
  });
}
