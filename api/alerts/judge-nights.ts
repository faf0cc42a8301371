import { budgetsOf, designOf, newestOf, runnableDesign } from '../benchmarks/benchmark-view.ts';
import { findBenchmark } from '../benchmarks/store/benchmarks.ts';
import { listNightsDue, listPoints, markJudged } from '../benchmarks/store/points.ts';
import type { ComparedMetric } from '../contract/comparison.ts';
import { getExperiment } from '../experiments/get-experiment.ts';
import { hostsOfSpec, noiseOnHosts } from '../experiments/host-noise.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { METRICS } from '../rules/outcomes/figures.ts';
import type { Noise } from '../rules/statistics/noise-floor.ts';
import { type AlertEvent, advanceAlert, NEW_ALERT } from '../rules/watch/alert.ts';
import type { KeptPoint } from '../rules/watch/kept-point.ts';
import { judgeNight, type NewAlert } from '../rules/watch/night.ts';
import { EPOCH_POINTS_MOST, type WatchedSeries } from '../rules/watch/series.ts';
import type { Suspect } from '../rules/watch/suspect.ts';
import { WATCH_RULES } from '../rules/watch/watch-rules.ts';
import { groupOf, seriesNameOf, watchedSeries } from '../rules/watch/watched-series.ts';
import { getRun } from '../runs/get-run.ts';
import { moveAlert } from './move-alert.ts';
import { type AlertRecord, type Boots, insertAlert, listAlerts, lockAlert } from './store/alerts.ts';

/** A night is judged once all that was begun in it is measured, and after this at the latest. */
const NIGHT_MOST_US = 6 * 3_600_000_000;

/**
 * Judges the points that were measured since the last time, of all benchmarks together: what one night tests is corrected for all of
 * it. Suspects become alerts, and known alerts go on, go away or are fixed.
 */
export async function judgeNights(lab: Lab): Promise<void> {
  const { db } = lab.database;
  const due = await listNightsDue(db, lab.nowUs() - NIGHT_MOST_US);
  if (due.length === 0) return;
  const ids = [...new Set(due.map(({ benchmarkId }) => benchmarkId))];
  const points = new Map<string, KeptPoint[]>();
  for (const id of ids) points.set(id, await listPoints(db, id, EPOCH_POINTS_MOST));
  // Hosts that a benchmark has left are not judged again.
  const fresh = new Set(
    due.flatMap(({ benchmarkId, hostClass }) => (hostClass === null ? [] : [groupOf({ benchmarkId, hostClass })])),
  );
  const series: WatchedSeries[] = [];
  for (const id of ids) series.push(...(await watchedOf(lab, id, points.get(id) ?? [])));
  const judged = series.filter(({ group }) => fresh.has(group));
  const known = await listAlerts(db, { benchmarkIds: ids });
  const night = judgeNight(
    judged,
    known.map((alert) => ({ ...alert, group: groupOf(alert), seriesIds: alert.suspects.map((one) => one.seriesId) })),
    WATCH_RULES,
  );
  const boots = new Map<string, Boots>();
  for (const { suspects } of night.news) {
    const { benchmarkId } = seriesNameOf(suspects[0]?.seriesId ?? '');
    boots.set(benchmarkId, boots.get(benchmarkId) ?? (await bootsOf(lab, points.get(benchmarkId) ?? [])));
  }
  await lab.database.transaction(async (tx) => {
    for (const news of night.news) await raise(lab, tx, news, boots);
    for (const [id, suspects] of seenAgain(night.seenAgain)) {
      const alert = known.find((one) => one.id === id);
      if (alert) await seeAgain(lab, tx, alert, suspects, points.get(alert.benchmarkId) ?? []);
    }
    for (const id of night.vanished)
      await move(lab, tx, id, { type: 'vanished' }, 'The next night no longer showed it.');
    for (const id of night.returned) await move(lab, tx, id, { type: 'returned' }, 'Its figure is back.');
    await markJudged(tx, due, lab.nowUs());
  });
}

/** The series of a benchmark as they are judged now; none of an archived one. */
export async function watchedOf(lab: Lab, id: string, points: KeptPoint[]): Promise<WatchedSeries[]> {
  const nowUs = lab.nowUs();
  const row = await findBenchmark(lab.database.db, id);
  if (!row || row.archivedAtUs !== null) return [];
  const { primary, marginPercent } = designOf(newestOf(row));
  const noise = await noiseOfBenchmark(lab, id);
  const budgets = budgetsOf(row).filter(({ expiresAtUs }) => expiresAtUs === null || expiresAtUs > nowUs);
  return watchedSeries(
    {
      ...{ id, primary, marginPercent },
      budgetOf: ({ metric, stepIndex }) =>
        budgets.find((budget) => budget.metric === metric && budget.stepIndex === stepIndex) ?? null,
      noiseOf: (metric) => noise.get(metric) ?? null,
    },
    points,
  );
}

/** Of each metric that A/A experiments on its hosts tell of. */
export async function noiseOfBenchmark(
  { database: { db }, nowUs }: Lab,
  id: string,
): Promise<Map<ComparedMetric, Noise>> {
  const known = new Map<ComparedMetric, Noise>();
  const row = await findBenchmark(db, id);
  const spec = row && runnableDesign(newestOf(row)).spec;
  for (const metric of spec ? METRICS : []) {
    const noise = spec && (await noiseOnHosts(db, hostsOfSpec(spec), metric, nowUs(), [spec]));
    if (noise) known.set(metric, noise);
  }
  return known;
}

/** The boots in which the newest point was measured. */
async function bootsOf(lab: Lab, points: KeptPoint[]): Promise<Boots> {
  const newest = points.toSorted((a, b) => b.measuredAtUs - a.measuredAtUs)[0];
  if (!newest) return {};
  const { slots } = await getExperiment(lab, newest.experimentId);
  const runId = slots.findLast(({ runState }) => runState === 'finished')?.runId;
  if (!runId) return {};
  const { hosts } = await getRun(lab, runId);
  return Object.fromEntries(hosts.map(({ hostId, facts }) => [hostId, facts?.bootId ?? null]));
}

async function raise(
  lab: Lab,
  tx: Db,
  { range, suspects }: NewAlert,
  boots: ReadonlyMap<string, Boots>,
): Promise<void> {
  const [first, ...rest] = suspects;
  if (!first) return;
  const { benchmarkId, hostClass } = seriesNameOf(first.seriesId);
  await insertAlert(tx, {
    ...{ id: newId(), benchmarkId, hostClass, range },
    ...{ channel: first.channel, direction: first.direction, status: NEW_ALERT },
    suspectedAtUs: lab.nowUs(),
    suspects: [first, ...rest],
    boots: boots.get(benchmarkId) ?? {},
  });
}

function seenAgain(seen: readonly { alertId: string; suspect: Suspect }[]): Map<string, Suspect[]> {
  const ofAlert = new Map<string, Suspect[]>();
  for (const { alertId, suspect } of seen) ofAlert.set(alertId, [...(ofAlert.get(alertId) ?? []), suspect]);
  return ofAlert;
}

/** A suspicion follows what the nights show, until its experiment begins: what that is to decide is declared before it. */
async function seeAgain(
  lab: Lab,
  tx: Db,
  { id }: AlertRecord,
  seen: readonly Suspect[],
  points: readonly KeptPoint[],
): Promise<void> {
  const alert = await lockAlert(tx, id);
  if (!alert) return;
  const { decidedAtUs } = alert;
  const pointsSince = points.filter(({ measuredAtUs }) => measuredAtUs > (decidedAtUs ?? 0)).length;
  const next = advanceAlert(alert.status, { type: 'seen-again', pointsSince }, WATCH_RULES);
  const [first] = seen.toSorted((a, b) => a.pValue - b.pValue);
  if (alert.status.state !== 'suspected' && next === null) return;
  const others = alert.suspects.filter((one) => !seen.some(({ seriesId }) => seriesId === one.seriesId));
  const follows = {
    suspects: [...seen.toSorted((a, b) => a.pValue - b.pValue), ...(next ? [] : others)],
    ...(first && { range: first.range }),
  };
  await moveAlert(
    lab,
    tx,
    alert,
    next,
    { ...follows, ...(next && { suspectedAtUs: lab.nowUs(), losses: 0 }) },
    {
      byName: null,
      reason: 'The nights after go on showing it.',
    },
  );
}

async function move(lab: Lab, tx: Db, id: string, event: AlertEvent, reason: string): Promise<void> {
  const alert = await lockAlert(tx, id);
  const next = alert && advanceAlert(alert.status, event, WATCH_RULES);
  if (alert && next) await moveAlert(lab, tx, alert, next, {}, { byName: null, reason });
}
