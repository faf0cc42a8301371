import { insertAlert, lockAlert, updateAlert } from '../../alerts/store/alerts.ts';
import { insertBenchmark, insertVersion } from '../../benchmarks/store/benchmarks.ts';
import { addRevisions, insertPoint, keepFigures, listPoints, markJudged } from '../../benchmarks/store/points.ts';
import type { BenchmarkDesign } from '../../contract/benchmark.ts';
import { changeExperiment, insertExperiment } from '../../experiments/store/experiments.ts';
import type { Lab } from '../../platform/lab.ts';
import type { Db } from '../../platform/store/db.ts';
import { newId } from '../../platform/store/ids.ts';
import { stableHash } from '../../rules/export/stable-hash.ts';
import { shortCommit } from '../../rules/spec/revision-words.ts';
import type { Sides } from '../../rules/statistics/effect.ts';
import { randomOf } from '../../rules/statistics/seeded-random.ts';
import { NEW_ALERT } from '../../rules/watch/alert.ts';
import { confirmationOf, confirmingExperiment } from '../../rules/watch/confirmation.ts';
import { hostsThen } from '../../rules/watch/host-class.ts';
import { judgeNight } from '../../rules/watch/night.ts';
import { figuresOfNight, roundSpreadOf } from '../../rules/watch/series.ts';
import { WATCH_RULES } from '../../rules/watch/watch-rules.ts';
import { watchedSeries } from '../../rules/watch/watched-series.ts';
import { closedStep, specFor } from '../fake-agent.ts';
import { type EnrolledHost, enrolHost } from './scale-hosts.ts';

export interface SeededCommits {
  benchmarkId: string;
  alertId: string;
  /** Of the branch, the oldest first. */
  commits: string[];
  /** Places among them, of the last one before the change and of the first one after it that were measured. */
  before: number;
  after: number;
}

/** What the host builds. */
const SHOP = {
  ...{ name: 'shop', port: 9000, healthPath: '/health', profiles: false, parameters: [] },
  source: { repository: 'https://example.org/shop.git', branch: 'main', timeoutSeconds: 600 },
};
const DAY_US = 86_400e6;
const ROUNDS = 6;
const COMMITS_A_NIGHT = 3;
/** Of the nights: since then the hosts are so much slower, and the build so much dearer. */
const HOSTS_MOVED = { at: 0.35, by: 1.06 };
const DEARER = { at: 0.7, by: 1.12 };
const SUBJECTS = [
  'Serve /list from one buffer',
  'Tidy up names of handlers',
  'Log slow requests',
  'Fix the header order',
];

/**
 * A benchmark with a night for every third commit, as its nights would have been kept. One of the commits costs more, which the
 * nights show and an experiment confirmed: that alert is open. Nothing is driven, and no run is behind the points.
 */
export async function seedCommits(lab: Lab, nights: number): Promise<SeededCommits> {
  const { db } = lab.database;
  const host = await enrolHost(db, 'builder-1', 8, lab.nowUs(), { targets: [SHOP] });
  const random = randomOf(nights);
  const commits = Array.from({ length: nights * COMMITS_A_NIGHT }, (_, at) => stableHash({ at }).slice(0, 40));
  const design = designOn(host, commits[0] ?? '');
  const benchmarkId = newId();
  const begunUs = lab.nowUs() - nights * DAY_US;
  return lab.database.transaction(async (tx) => {
    await insertBenchmark(tx, { id: benchmarkId, name: 'shop, every night', ownerName: null, createdAtUs: begunUs });
    const version = { benchmarkId, number: 1, sha256: stableHash(design), createdAtUs: begunUs, createdByName: null };
    await insertVersion(tx, { ...version, design });
    const revisions = commits.map((revision, place) => ({
      ...{ revision, place, committedAtUs: begunUs + (place * DAY_US) / COMMITS_A_NIGHT },
      subject: SUBJECTS[place % SUBJECTS.length] ?? null,
    }));
    await addRevisions(tx, benchmarkId, revisions);
    for (let night = 0; night < nights; night++) {
      const commit = commits[(night + 1) * COMMITS_A_NIGHT - 1] ?? '';
      const share = night / nights;
      const reference = 20 * (share >= HOSTS_MOVED.at ? HOSTS_MOVED.by : 1);
      const rounds = roundsOf(random, reference, share >= DEARER.at ? DEARER.by : 1);
      await seedPoint(tx, { benchmarkId, design, host, commit, rounds, measuredAtUs: begunUs + (night + 1) * DAY_US });
    }
    return { benchmarkId, commits, ...(await seedAlert(tx, lab, benchmarkId, design, random)) };
  });
}

const designOn = ({ hostId }: EnrolledHost, reference: string): BenchmarkDesign => ({
  spec: {
    ...specFor(hostId, { steps: [closedStep(16)] }),
    target: { kind: 'named', name: 'shop', tls: false, parameters: [], revision: reference },
  },
  ...{ reference, rounds: ROUNDS, primary: { metric: 'serverCpuUsPerRequest', stepIndex: 0 }, marginPercent: 2 },
});

/** Microseconds per request on both sides, within a percent or so. */
function roundsOf(random: () => number, reference: number, dearer: number): Sides {
  const side = (figure: number): number[] =>
    Array.from({ length: ROUNDS }, () => figure * (1 + (random() - 0.5) / 100));
  return { baseline: side(reference), other: side(reference * dearer) };
}

interface SeededPoint {
  benchmarkId: string;
  design: BenchmarkDesign;
  host: EnrolledHost;
  commit: string;
  rounds: Sides;
  measuredAtUs: number;
}

async function seedPoint(
  tx: Db,
  { benchmarkId, design, host, commit, rounds, measuredAtUs }: SeededPoint,
): Promise<void> {
  const experimentId = newId();
  const { spec, primary, marginPercent, reference } = design;
  await insertExperiment(tx, {
    ...{ id: experimentId, kind: 'comparison', scheduled: true, question: `shop, every night: ${shortCommit(commit)}` },
    ...{ hypothesis: '', seed: 1, rounds: ROUNDS, extensionRounds: null, primary, marginPercent, conditions: [] },
    ...{ gateKey: null, attempt: null, idempotencyKey: null, createdByName: null },
    ...{ createdAtUs: measuredAtUs - 900e6, startedAtUs: measuredAtUs - 900e6 },
    configurations: [reference ?? '', commit].map((revision, at) => ({
      name: shortCommit(revision),
      spec: { ...spec, target: { ...spec.target, revision } as typeof spec.target },
      changes: at === 0 ? [] : [{ path: '/target/revision', value: revision }],
    })),
    design: {
      ...{ cvPercent: 0.5, cvSource: 'assumed', intervalPercent: 0.5, smallestShownPercent: 2 },
      ...{ roundsForEquivalence: null, noiseFloorPercent: null, runs: 2 * ROUNDS, plannedUs: null },
      ...{ sentence: 'It shows 2 % and more.', warnings: [] },
    },
  });
  await changeExperiment(tx, experimentId, { status: 'done', endedAtUs: measuredAtUs });
  await insertPoint(tx, { experimentId, benchmarkId, version: 1, revision: commit, reference });
  const figures = figuresOfNight(rounds);
  if ('fault' in figures) throw new Error(figures.fault);
  const hosts = hostsThen([{ roles: ['server', 'client'], facts: host.facts, agentVersion: '0.1.0' }]);
  await keepFigures(tx, experimentId, { measuredAtUs, figures: [{ ...primary, figures, gap: null }], hosts });
  await markJudged(tx, [{ experimentId, benchmarkId, hostClass: hosts.hostClass }], measuredAtUs);
}

/** As the nights raise it, and as an experiment of what it plans would confirm it. */
async function seedAlert(
  tx: Db,
  lab: Lab,
  benchmarkId: string,
  { primary, marginPercent }: BenchmarkDesign,
  random: () => number,
): Promise<Pick<SeededCommits, 'alertId' | 'before' | 'after'>> {
  const watched = { id: benchmarkId, primary, marginPercent, budgetOf: () => null, noiseOf: () => null };
  const series = watchedSeries(watched, await listPoints(tx, benchmarkId, 500));
  const news = judgeNight(series, [], WATCH_RULES).news.find(({ suspects }) => suspects[0]?.channel === 'step');
  const [suspect] = news?.suspects ?? [];
  const [own] = series;
  if (!news || !suspect || !own) throw new Error('the nights show no change');
  const { conditions } = own.points[0] ?? {};
  const [alertId, hostClass] = [newId(), conditions?.hostClass ?? ''];
  const { channel, direction, size } = suspect;
  const range = news.range;
  const suspectedAtUs = lab.nowUs() - 3 * 3600e6;
  await insertAlert(tx, {
    ...{ id: alertId, benchmarkId, hostClass, channel, direction, range, status: NEW_ALERT, suspectedAtUs },
    ...{ suspects: [suspect], boots: {} },
  });
  const measured = own.points.flatMap((point) => (point.figures ? [{ ...point, figures: point.figures }] : []));
  const rules = { margin: own.margin, noise: null, roundLogSd: roundSpreadOf(measured) };
  const experiment = confirmingExperiment(range, [suspect], rules, WATCH_RULES);
  const rounds = roundsOf(random, 20 * HOSTS_MOVED.by, DEARER.by);
  const found = confirmationOf(experiment, [
    { seriesId: suspect.seriesId, rounds, suspected: size.ratio, margin: own.margin, noise: null },
  ]);
  if ('fault' in found || !found.held) throw new Error('its experiment does not show the change');
  for (const state of ['confirming', 'confirmed'] as const) {
    const alert = await lockAlert(tx, alertId);
    if (!alert) throw new Error('there is no alert');
    const over = state === 'confirmed';
    const atUs = lab.nowUs() - (over ? 1 : 2) * 3600e6;
    const status = { state, attempts: over ? 1 : 0, mutedUntilMs: null };
    const change = { status, ...(over && { shown: found.series, decidedAtUs: atUs }) };
    await updateAlert(tx, alert, change, { atUs, state, byName: null, reason: null });
  }
  return { alertId, before: range.before?.place ?? 0, after: range.after.place };
}
