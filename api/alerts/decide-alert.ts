import { knownBenchmark, newestOf, runnableDesign } from '../benchmarks/benchmark-view.ts';
import type { ShownExperiment } from '../contract/experiment.ts';
import type { RunSpec } from '../contract/spec.ts';
import { getExperiment } from '../experiments/get-experiment.ts';
import type { Lab } from '../platform/lab.ts';
import { type AlertEvent, advanceAlert } from '../rules/watch/alert.ts';
import { ALERT_REASONS } from '../rules/watch/alert-words.ts';
import {
  budgetConfirmationOf,
  type Confirmation,
  confirmationOf,
  LOSSES_MOST,
  type SeriesRounds,
} from '../rules/watch/confirmation.ts';
import { type MeasuredFigure, measuredOf } from '../rules/watch/point-of-experiment.ts';
import { WATCH_RULES } from '../rules/watch/watch-rules.ts';
import { seriesNameOf } from '../rules/watch/watched-series.ts';
import { noiseOfSpec } from './judge-nights.ts';
import { advanceTo, moveAlert } from './move-alert.ts';
import { type AlertRecord, lockAlert, type Plan } from './store/alerts.ts';

/** What the confirming experiment came to. One that measured nothing says nothing, and is made again. */
export async function decideAlert(lab: Lab, alert: AlertRecord): Promise<void> {
  const { plan, experimentId } = alert;
  if (plan === null) return;
  const experiment = experimentId === null ? null : await getExperiment(lab, experimentId);
  const found = experiment ? await confirmed(lab, alert, plan, experiment) : { fault: ALERT_REASONS.deleted };
  if ('fault' in found) return lose(lab, alert, found.fault);
  const event: AlertEvent = { type: 'confirmation-decided', held: found.held };
  const change = { shown: found.series, decidedAtUs: lab.nowUs(), losses: 0 };
  await lab.database.transaction((tx) => advanceTo(lab, tx, alert.id, event, { change }));
}

async function confirmed(
  lab: Lab,
  { suspects, benchmarkId }: AlertRecord,
  plan: Plan,
  { result, stoppedSentence }: ShownExperiment,
): Promise<Confirmation | { fault: string }> {
  if (stoppedSentence !== null) return { fault: stoppedSentence };
  const figures = measuredOf(result);
  const figureOf = (seriesId: string): MeasuredFigure | undefined => {
    const { metric, stepIndex } = seriesNameOf(seriesId);
    return figures.find((one) => one.metric === metric && one.stepIndex === stepIndex);
  };
  const decisive = figureOf(plan.seriesId);
  if (!decisive || decisive.gap !== null) return { fault: decisive?.gap ?? ALERT_REASONS.unmeasured };
  if (plan.budget !== null) return budgetConfirmationOf(plan, decisive.rounds, plan.budget, decisive.metric);
  const noise = await noiseOfSpec(lab, await specOf(lab, benchmarkId));
  const measured = suspects.flatMap(({ seriesId, size }): SeriesRounds[] => {
    const figure = figureOf(seriesId);
    if (!figure || figure.gap !== null) return [];
    const { metric, rounds } = figure;
    return [{ seriesId, rounds, suspected: size.ratio, margin: plan.margin, noise: noise.get(metric) ?? null }];
  });
  return confirmationOf(plan, measured);
}

const specOf = async ({ database: { db } }: Lab, benchmarkId: string): Promise<RunSpec> =>
  runnableDesign(newestOf(await knownBenchmark(db, benchmarkId))).spec;

async function lose(lab: Lab, { id }: AlertRecord, why: string): Promise<void> {
  await lab.database.transaction(async (tx) => {
    const alert = await lockAlert(tx, id);
    const suspected = alert && advanceAlert(alert.status, { type: 'confirmation-lost' }, WATCH_RULES);
    if (!alert || !suspected) return;
    const losses = alert.losses + 1;
    const over = losses >= LOSSES_MOST ? advanceAlert(suspected, { type: 'vanished' }, WATCH_RULES) : null;
    const reason = ALERT_REASONS.lost(why);
    const change = { losses, notBeforeUs: Math.ceil(lab.nowUs() + lab.confirmAfterMs * 1000) };
    await moveAlert(lab, tx, alert, over ?? suspected, change, { byName: null, reason });
  });
}
