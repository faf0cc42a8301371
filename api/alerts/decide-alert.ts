import type { ShownExperiment } from '../contract/experiment.ts';
import { getExperiment } from '../experiments/get-experiment.ts';
import type { Lab } from '../platform/lab.ts';
import { METRIC_WORDS } from '../rules/outcomes/figures.ts';
import { isBetter } from '../rules/statistics/better-word.ts';
import { effectOfRounds, type Sides } from '../rules/statistics/effect.ts';
import { type AlertEvent, advanceAlert } from '../rules/watch/alert.ts';
import { budgetConfirmed, type Confirmation, confirmationOf, type SeriesRounds } from '../rules/watch/confirmation.ts';
import { type MeasuredFigure, measuredOf } from '../rules/watch/point-of-experiment.ts';
import type { Budget } from '../rules/watch/series.ts';
import { WATCH_RULES } from '../rules/watch/watch-rules.ts';
import { seriesNameOf } from '../rules/watch/watched-series.ts';
import { noiseOfBenchmark } from './judge-nights.ts';
import { moveAlert } from './move-alert.ts';
import { type AlertRecord, lockAlert, type Plan } from './store/alerts.ts';

/** So often in a row an experiment may measure nothing. */
const LOSSES_MOST = 3;

/** What the confirming experiment came to. One that measured nothing says nothing, and is made again. */
export async function decideAlert(lab: Lab, alert: AlertRecord): Promise<void> {
  const { plan, experimentId } = alert;
  if (plan === null) return;
  const experiment = experimentId === null ? null : await getExperiment(lab, experimentId);
  const found = experiment ? await confirmed(lab, alert, plan, experiment) : { fault: 'Its experiment was deleted.' };
  if ('fault' in found) return lose(lab, alert, found.fault);
  const event: AlertEvent = { type: 'confirmation-decided', held: found.held };
  await lab.database.transaction(async (tx) => {
    const now = await lockAlert(tx, alert.id);
    const next = now && advanceAlert(now.status, event, WATCH_RULES);
    if (!now || !next) return;
    const change = { shown: found.series, decidedAtUs: lab.nowUs(), losses: 0 };
    await moveAlert(lab, tx, now, next, change, { byName: null, reason: null });
  });
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
  if (!decisive || decisive.gap !== null) return { fault: decisive?.gap ?? 'The metric in question was not measured.' };
  const noise = await noiseOfBenchmark(lab, benchmarkId);
  const measured = suspects.flatMap(({ seriesId, size }): SeriesRounds[] => {
    const figure = figureOf(seriesId);
    if (!figure || figure.gap !== null) return [];
    const { metric, rounds } = figure;
    return [{ seriesId, rounds, suspected: size.ratio, margin: plan.margin, noise: noise.get(metric) ?? null }];
  });
  const found = confirmationOf(plan, measured);
  if ('fault' in found || plan.budget === null) return found;
  const { quantity } = METRIC_WORDS[decisive.metric];
  const better = isBetter(quantity, 'higher') ? 'higher' : 'lower';
  const held = budgetConfirmed(decisive.rounds, plan.budget, better, plan.alpha);
  const effect = effectOfRounds(againstLimit(decisive.rounds, plan.budget), plan.alpha);
  if ('fault' in effect) return effect;
  return {
    held,
    series: found.series.filter(({ seriesId }) => seriesId === plan.seriesId).map((one) => ({ ...one, held, effect })),
  };
}

/** Each round's level over the limit that it is held to. */
const againstLimit = ({ baseline, other }: Sides, { of, limit }: Budget): Sides => ({
  baseline: other.map((_, round) => (of === 'ratio' ? (baseline[round] ?? Number.NaN) : 1) * limit),
  other,
});

async function lose(lab: Lab, { id }: AlertRecord, why: string): Promise<void> {
  await lab.database.transaction(async (tx) => {
    const alert = await lockAlert(tx, id);
    const suspected = alert && advanceAlert(alert.status, { type: 'confirmation-lost' }, WATCH_RULES);
    if (!alert || !suspected) return;
    const losses = alert.losses + 1;
    const over = losses >= LOSSES_MOST ? advanceAlert(suspected, { type: 'vanished' }, WATCH_RULES) : null;
    const reason = `Its experiment measured nothing: ${why}`;
    const change = { losses, notBeforeUs: Math.ceil(lab.nowUs() + lab.confirmAfterMs * 1000) };
    await moveAlert(lab, tx, alert, over ?? suspected, change, { byName: null, reason });
  });
}
