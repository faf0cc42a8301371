import { setImmediate } from 'node:timers/promises';
import { budgetsOf, newestOf, runnableDesign } from '../benchmarks/benchmark-view.ts';
import { findBenchmark } from '../benchmarks/store/benchmarks.ts';
import { countPointsSince, listPoints, listUnjudged, markJudged } from '../benchmarks/store/points.ts';
import type { ComparedMetric } from '../contract/comparison.ts';
import type { RunSpec } from '../contract/spec.ts';
import { getExperiment } from '../experiments/get-experiment.ts';
import { hostsOfSpec, noiseOnHosts } from '../experiments/host-noise.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { METRICS } from '../rules/outcomes/figures.ts';
import type { Noise } from '../rules/statistics/noise-floor.ts';
import { advanceAlert, NEW_ALERT } from '../rules/watch/alert.ts';
import { ALERT_REASONS } from '../rules/watch/alert-words.ts';
import type { KeptPoint } from '../rules/watch/kept-point.ts';
import {
  type Judged,
  judgeSeries,
  type NewAlert,
  type Night,
  type NightAlert,
  nightOf,
  nightsDue,
} from '../rules/watch/night.ts';
import { EPOCH_POINTS_MOST, epochsOf, type WatchedSeries } from '../rules/watch/series.ts';
import type { Suspect } from '../rules/watch/suspect.ts';
import { WATCH_RULES } from '../rules/watch/watch-rules.ts';
import { groupOf, seriesNameOf, watchedSeries } from '../rules/watch/watched-series.ts';
import { groupsBy } from '../rules/words/groups.ts';
import { getRun } from '../runs/get-run.ts';
import { advanceTo, moveAlert } from './move-alert.ts';
import { type AlertRecord, type Boots, insertAlert, listAlerts, lockAlert } from './store/alerts.ts';

/**
 * Judges the points that were measured since the last time, of all benchmarks together: what one night tests is corrected for all of
 * it. Suspects become alerts, and known alerts go on, go away or are fixed.
 */
export async function judgeNights(lab: Lab): Promise<void> {
  const { db } = lab.database;
  const due = nightsDue(await listUnjudged(db), lab.nowUs());
  if (due.length === 0) return;
  const ids = [...new Set(due.map(({ benchmarkId }) => benchmarkId))];
  // Hosts that a benchmark has left are not judged again.
  const fresh = new Set(
    due.flatMap(({ benchmarkId, hostClass }) => (hostClass === null ? [] : [groupOf({ benchmarkId, hostClass })])),
  );
  const alerts = await listAlerts(db, { benchmarkIds: ids });
  const known = alerts.map(toNightAlert);
  const judged: Judged[] = [];
  for (const id of ids) {
    // One that cannot be judged stops no other.
    await judgeOne(lab, id, fresh, known, judged).catch((error: unknown) =>
      lab.log.error({ err: error, benchmarkId: id }, 'judging a benchmark'),
    );
  }
  const night = nightOf(judged, known, WATCH_RULES);
  const raised = await withBoots(lab, night.news);
  const seen = await withBoots(lab, seenAgain(night.seenAgain, alerts));
  await lab.database.transaction(async (tx) => {
    // Another process may have judged them meanwhile.
    if (!(await markJudged(tx, due, lab.nowUs()))) return;
    for (const one of raised) await raise(lab, tx, one);
    for (const one of seen) await seeAgain(lab, tx, one);
    for (const id of night.vanished)
      await advanceTo(lab, tx, id, { type: 'vanished' }, { reason: ALERT_REASONS.vanished });
    for (const id of night.returned)
      await advanceTo(lab, tx, id, { type: 'returned' }, { reason: ALERT_REASONS.returned });
  });
}

const toNightAlert = (alert: AlertRecord): NightAlert => ({
  ...alert,
  group: groupOf(alert),
  seriesIds: alert.suspects.map((one) => one.seriesId),
  conditions: alert.suspects[0].conditions,
  budget: alert.plan?.budget ?? null,
});

/** Agents wait for answers between two series. */
async function judgeOne(
  lab: Lab,
  id: string,
  fresh: ReadonlySet<string>,
  known: readonly NightAlert[],
  judged: Judged[],
): Promise<void> {
  const points = await listPoints(lab.database.db, id, EPOCH_POINTS_MOST);
  for (const series of await watchedOf(lab, id, points)) {
    const one = fresh.has(series.group) ? judgeSeries(series, known, WATCH_RULES) : null;
    if (one) judged.push(one);
    await setImmediate();
  }
}

/** The series of a benchmark as they are judged now; none of an archived one. */
export async function watchedOf(lab: Lab, id: string, points: KeptPoint[]): Promise<WatchedSeries[]> {
  const nowUs = lab.nowUs();
  const row = await findBenchmark(lab.database.db, id);
  if (!row || row.archivedAtUs !== null) return [];
  const { primary, marginPercent, spec } = runnableDesign(newestOf(row));
  const noise = await noiseOfSpec(lab, spec);
  const budgets = budgetsOf(row).filter(({ expiresAtUs }) => expiresAtUs === null || expiresAtUs > nowUs);
  const { sha256 } = newestOf(row);
  const series = watchedSeries(
    {
      ...{ id, primary, marginPercent },
      budgetOf: ({ metric, stepIndex }) =>
        budgets.find((budget) => budget.metric === metric && budget.stepIndex === stepIndex) ?? null,
      noiseOf: (metric) => noise.get(metric) ?? null,
    },
    points,
  );
  // What an earlier version measured, and this one does not, has no present.
  return series.filter((one) => epochsOf(one.points).at(-1)?.conditions.benchmarkVersion === sha256);
}

/** Of each metric that A/A experiments on these hosts tell of. */
export async function noiseOfSpec(
  { database: { db }, nowUs }: Lab,
  spec: RunSpec,
): Promise<Map<ComparedMetric, Noise>> {
  const known = new Map<ComparedMetric, Noise>();
  for (const metric of METRICS) {
    const noise = await noiseOnHosts(db, hostsOfSpec(spec), metric, nowUs(), [spec]);
    if (noise) known.set(metric, noise);
  }
  return known;
}

/** With the boots in which the newest point of each benchmark was measured. */
async function withBoots<One extends { suspects: readonly Suspect[] }>(
  lab: Lab,
  all: readonly One[],
): Promise<(One & { benchmarkId: string; hostClass: string; boots: Boots })[]> {
  const boots = new Map<string, Boots>();
  const found = [];
  for (const one of all) {
    const [first] = one.suspects;
    if (!first) continue;
    const { benchmarkId, hostClass } = seriesNameOf(first.seriesId);
    const known = boots.get(benchmarkId) ?? (await bootsOf(lab, benchmarkId));
    boots.set(benchmarkId, known);
    found.push({ ...one, benchmarkId, hostClass, boots: known });
  }
  return found;
}

async function bootsOf(lab: Lab, benchmarkId: string): Promise<Boots> {
  const [newest] = await listPoints(lab.database.db, benchmarkId, 1);
  if (!newest) return {};
  const { slots } = await getExperiment(lab, newest.experimentId);
  const runId = slots.findLast(({ runState }) => runState === 'finished')?.runId;
  if (!runId) return {};
  const { hosts } = await getRun(lab, runId);
  return Object.fromEntries(hosts.map(({ hostId, facts }) => [hostId, facts?.bootId ?? null]));
}

type Booted<One> = One & { benchmarkId: string; hostClass: string; boots: Boots };

async function raise(
  lab: Lab,
  tx: Db,
  { range, suspects, benchmarkId, hostClass, boots }: Booted<NewAlert>,
): Promise<void> {
  const [first, ...rest] = suspects;
  if (!first) return;
  await insertAlert(tx, {
    ...{ id: newId(), benchmarkId, hostClass, range, boots },
    ...{ channel: first.channel, direction: first.direction, status: NEW_ALERT },
    suspectedAtUs: lab.nowUs(),
    suspects: [first, ...rest],
  });
}

interface SeenAgain {
  alert: AlertRecord;
  /** The most certain one first. */
  suspects: Suspect[];
}

function seenAgain(seen: Night['seenAgain'], alerts: readonly AlertRecord[]): SeenAgain[] {
  return [...groupsBy(seen, ({ alertId }) => alertId)].flatMap(([id, of]) => {
    const alert = alerts.find((one) => one.id === id);
    const suspects = of.map(({ suspect }) => suspect).toSorted((a, b) => a.pValue - b.pValue);
    return alert ? [{ alert, suspects }] : [];
  });
}

/** A suspicion follows what the nights show, until its experiment begins: what that is to decide is declared before it. */
async function seeAgain(lab: Lab, tx: Db, { alert: { id }, suspects, boots }: Booted<SeenAgain>): Promise<void> {
  const alert = await lockAlert(tx, id);
  const [first] = suspects;
  if (!alert || !first) return;
  const pointsSince = await countPointsSince(tx, alert.benchmarkId, alert.hostClass, alert.decidedAtUs ?? 0);
  const next = advanceAlert(alert.status, { type: 'seen-again', pointsSince }, WATCH_RULES);
  if (alert.status.state !== 'suspected' && next === null) return;
  const others = alert.suspects.filter((one) => !suspects.some(({ seriesId }) => seriesId === one.seriesId));
  const follows = { suspects: [...suspects, ...(next ? [] : others)], range: first.range };
  const anew = next ? { suspectedAtUs: lab.nowUs(), losses: 0, notBeforeUs: null, boots } : {};
  await moveAlert(
    lab,
    tx,
    alert,
    next,
    { ...follows, ...anew },
    {
      byName: null,
      reason: ALERT_REASONS.seenAgain,
    },
  );
}
