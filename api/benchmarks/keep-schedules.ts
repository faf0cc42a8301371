import type { Benchmark } from '../contract/benchmark.ts';
import { MAX_OCCURRENCES_SHOWN } from '../contract/limits.ts';
import type { BenchmarkSchedule, ChangeSchedule, Occurrence } from '../contract/schedule.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { plannedPointUs } from '../rules/watch/experiment-of-point.ts';
import { formatDuration, formatDurationUs } from '../rules/words/durations.ts';
import { designOf, knownBenchmark, newestOf } from './benchmark-view.ts';
import { cronFault, leastGapUs, timesAfter } from './cron.ts';
import { noteDue } from './note-due.ts';
import { scheduleOf } from './schedule-view.ts';
import { lockBenchmark } from './store/benchmarks.ts';
import { deleteSchedule, findSchedule, listOccurrences, saveSchedule, skipWaiting } from './store/schedules.ts';

export async function changeSchedule(
  lab: Lab,
  benchmarkId: string,
  asked: ChangeSchedule,
  changedByName: string | null,
): Promise<BenchmarkSchedule> {
  await lab.database.transaction(async (tx) => {
    await lockBenchmark(tx, benchmarkId);
    const benchmark = await knownBenchmark(tx, benchmarkId);
    if (benchmark.archivedAtUs !== null)
      throw new AppError('conflict', `${benchmark.name} is archived: bring it back to have it measured.`);
    await noteDue(lab, tx, benchmarkId);
    const nowUs = lab.nowUs();
    refuseUnfit(asked, designOf(newestOf(benchmark)), nowUs);
    const [nextDueAtUs = 0] = timesAfter(asked, nowUs, 1);
    await saveSchedule(tx, { benchmarkId, ...asked, nextDueAtUs, changedAtUs: nowUs, changedByName });
    if (!asked.enabled) await skipWaiting(tx, benchmarkId, 'The schedule was disabled.');
  });
  return readSchedule(lab.database.db, benchmarkId, lab.nowUs());
}

export async function removeSchedule(lab: Lab, benchmarkId: string): Promise<void> {
  await lab.database.transaction(async (tx) => {
    await knownBenchmark(tx, benchmarkId);
    await noteDue(lab, tx, benchmarkId);
    if (!(await deleteSchedule(tx, benchmarkId))) throw new AppError('not-found', 'This benchmark has no schedule.');
    await skipWaiting(tx, benchmarkId, 'The schedule was removed.');
  });
}

export async function readOccurrences({ database: { db } }: Lab, benchmarkId: string): Promise<Occurrence[]> {
  await knownBenchmark(db, benchmarkId);
  const rows = await listOccurrences(db, benchmarkId, MAX_OCCURRENCES_SHOWN);
  return rows.map(({ dueAtUs, outcome, sentence, experimentId }) => ({ dueAtUs, outcome, sentence, experimentId }));
}

async function readSchedule(db: Db, benchmarkId: string, nowUs: number): Promise<BenchmarkSchedule> {
  const schedule = await findSchedule(db, benchmarkId);
  const benchmark = await knownBenchmark(db, benchmarkId);
  const shown = scheduleOf(schedule, designOf(newestOf(benchmark)), benchmark.archivedAtUs !== null, nowUs);
  if (!shown) throw new AppError('not-found', 'This benchmark has no schedule.');
  return shown;
}

/** A point that cannot end before the next one is due would miss every second time. */
function refuseUnfit(asked: ChangeSchedule, design: Benchmark['design'], nowUs: number): void {
  const fault = cronFault(asked, nowUs) ?? windowFault(asked, design, nowUs);
  if (fault)
    throw new AppError('invalid-input', `The schedule cannot be kept: ${fault.path} ${fault.message}.`, [fault]);
}

function windowFault(
  asked: ChangeSchedule,
  design: Benchmark['design'],
  nowUs: number,
): { path: string; message: string } | null {
  const { windowMinutes } = asked;
  const gapUs = leastGapUs(asked, nowUs);
  if (windowMinutes * 60e6 > gapUs) {
    const message = `must be at most ${Math.floor(gapUs / 60e6)}: so many minutes are between two times`;
    return { path: 'windowMinutes', message };
  }
  const plannedUs = plannedPointUs(design);
  if (plannedUs <= windowMinutes * 60e6) return null;
  const message = `must be longer than a point, which takes about ${formatDurationUs(plannedUs)} by its plan, more than ${formatDuration(windowMinutes * 60)}: make it longer, or the benchmark shorter`;
  return { path: 'windowMinutes', message };
}
