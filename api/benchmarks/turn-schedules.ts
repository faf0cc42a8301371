import { setTimeout } from 'node:timers/promises';
import { listSearchedBenchmarks } from '../bisections/store/bisections.ts';
import { endExperiment } from '../experiments/start-experiment.ts';
import { hostsOfExperiments } from '../experiments/store/experiment-runs.ts';
import { findEnd } from '../experiments/store/experiments.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { hostIdsOf } from '../rules/spec/hosts-of-spec.ts';
import { plannedPointUs } from '../rules/watch/experiment-of-point.ts';
import { formatDuration, formatDurationUs } from '../rules/words/durations.ts';
import { hostsOfRunsUnderWay } from '../runs/store/runs.ts';
import { designOf, knownBenchmark, newestOf } from './benchmark-view.ts';
import { measureScheduled } from './measure-scheduled.ts';
import { noteDue, publishMissed } from './note-due.ts';
import type { BenchmarkRow } from './store/benchmarks.ts';
import {
  changeOccurrence,
  findSchedule,
  isUnderWay,
  listDue,
  listOpen,
  type OccurrenceRecord,
} from './store/schedules.ts';

const EVERY_MS = 5_000;
/** After a refusal: to look at a repository costs its host. */
const REFUSED_US = 60_000_000;

/** One replica at a time looks, in a loop of its own: hosts may take a minute to tell their commits. */
export async function keepSchedules(lab: Lab, stopping: AbortSignal, onError: (error: unknown) => void): Promise<void> {
  while (!stopping.aborted) {
    const turn = (lost: AbortSignal) => turnSchedules(lab, AbortSignal.any([lost, stopping]));
    await lab.leader.attempt('schedules', turn).catch(onError);
    await setTimeout(EVERY_MS, undefined, { signal: stopping }).catch(() => {});
  }
}

/** Notes the times that have come, begins what can begin, and ends what is over. Idempotent. */
export async function turnSchedules(lab: Lab, closed: AbortSignal): Promise<void> {
  const { db } = lab.database;
  const apart = (benchmarkId: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => lab.log.error({ err: error, benchmarkId }, 'the schedule of a benchmark'));
  for (const benchmarkId of await listDue(db, lab.nowUs()))
    await apart(benchmarkId, () => lab.database.transaction((tx) => noteDue(lab, tx, benchmarkId)));
  for (const occurrence of await listOpen(db, lab.nowUs())) {
    if (closed.aborted) return;
    const look = occurrence.outcome === 'began' ? lookAfter : tryToBegin;
    await apart(occurrence.benchmarkId, () => look(lab, occurrence, closed));
  }
}

/** Waits, begins, or gives up; and says why. */
async function tryToBegin(lab: Lab, occurrence: OccurrenceRecord, closed: AbortSignal): Promise<void> {
  const { db } = lab.database;
  const { benchmarkId, endsAtUs } = occurrence;
  const benchmark = await knownBenchmark(db, benchmarkId);
  const schedule = await findSchedule(db, benchmarkId);
  if (!schedule?.enabled) return skip(db, occurrence, 'The schedule was disabled or removed.');
  if (benchmark.archivedAtUs !== null) return skip(db, occurrence, 'The benchmark was archived.');
  if (await isUnderWay(db, benchmarkId)) return skip(db, occurrence, 'The measurement before it was still under way.');
  const design = designOf(newestOf(benchmark));
  const leftUs = endsAtUs - lab.nowUs();
  if (leftUs < plannedPointUs(design)) return miss(lab, benchmark, occurrence, tooLate(occurrence, design));
  const busy = await busyHosts(db, hostIdsOf(design.spec));
  if (busy) return wait(db, occurrence, 'Its hosts are used by runs or experiments that came before.', lab.nowUs());
  try {
    const skipped = await measureScheduled(lab, { benchmark, schedule, occurrence }, closed);
    if (skipped !== null) await skip(db, occurrence, skipped);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await wait(db, occurrence, error.message, lab.nowUs() + REFUSED_US);
  }
}

function tooLate(
  { dueAtUs, endsAtUs, sentence }: OccurrenceRecord,
  design: Parameters<typeof plannedPointUs>[0],
): string {
  const window = formatDurationUs(endsAtUs - dueAtUs);
  const planned = formatDurationUs(plannedPointUs(design));
  if (plannedPointUs(design) > endsAtUs - dueAtUs)
    return `A point takes about ${planned}, longer than its window of ${window}. Lengthen the window, or measure less.`;
  return `What was left of its window of ${window} became too short: a point takes about ${planned}. ${sentence ?? 'Nothing looked after schedules before, as while this instance is down.'}`;
}

/** A search has moments between two experiments. */
async function hostsOfSearches(db: Db): Promise<string[]> {
  const hosts: string[] = [];
  for (const id of await listSearchedBenchmarks(db)) {
    hosts.push(...hostIdsOf(designOf(newestOf(await knownBenchmark(db, id))).spec));
  }
  return hosts;
}

async function busyHosts(db: Db, hostIds: string[]): Promise<boolean> {
  const used = new Set([
    ...(await hostsOfRunsUnderWay(db)),
    ...(await hostsOfExperiments(db)),
    ...(await hostsOfSearches(db)),
  ]);
  return hostIds.some((id) => used.has(id));
}

/** What it came to, once its experiment is over; the end of its window ends it. */
async function lookAfter(lab: Lab, occurrence: OccurrenceRecord): Promise<void> {
  const { db } = lab.database;
  const { experimentId, endsAtUs, dueAtUs } = occurrence;
  const benchmark = await knownBenchmark(db, occurrence.benchmarkId);
  const end = experimentId === null ? null : await findEnd(db, experimentId);
  if (experimentId === null || !end) return skip(db, occurrence, 'Its experiment was deleted.');
  if (end.status === 'done') {
    if (end.stoppedSentence !== null) return miss(lab, benchmark, occurrence, end.stoppedSentence);
    await changeOccurrence(db, occurrence, { outcome: 'ended', sentence: null });
    return;
  }
  if (lab.nowUs() < endsAtUs || end.stoppedSentence !== null) return;
  const window = formatDuration((endsAtUs - dueAtUs) / 1e6);
  await endExperiment(lab, experimentId, (rounds) => `The window of its schedule, ${window}, ended after ${rounds}.`);
}

async function skip(db: Db, occurrence: OccurrenceRecord, sentence: string): Promise<void> {
  await changeOccurrence(db, occurrence, { outcome: 'skipped', sentence });
}

async function wait(db: Db, occurrence: OccurrenceRecord, sentence: string, lookAtUs: number): Promise<void> {
  await changeOccurrence(db, occurrence, { sentence, lookAtUs });
}

function miss(lab: Lab, benchmark: BenchmarkRow, occurrence: OccurrenceRecord, sentence: string): Promise<void> {
  return lab.database.transaction(async (tx) => {
    if (await changeOccurrence(tx, occurrence, { outcome: 'missed', sentence }))
      await publishMissed(lab, tx, benchmark, { ...occurrence, sentence }, 1);
  });
}
