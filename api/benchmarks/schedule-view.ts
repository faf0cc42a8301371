import type { Benchmark } from '../contract/benchmark.ts';
import type { BenchmarkSchedule } from '../contract/schedule.ts';
import { plannedPointUs } from '../rules/watch/experiment-of-point.ts';
import { timesAfter } from './cron.ts';
import type { ScheduleRecord } from './store/schedules.ts';

/** Null: there is none. */
export function scheduleOf(
  schedule: ScheduleRecord | null,
  design: Pick<Benchmark['design'], 'rounds' | 'spec'>,
  archived: boolean,
  nowUs: number,
): BenchmarkSchedule | null {
  if (!schedule) return null;
  const { benchmarkId: _, nextDueAtUs: __, ...shown } = schedule;
  return {
    ...shown,
    upcomingAtUs: schedule.enabled && !archived ? timesAfter(schedule, nowUs, 3) : [],
    plannedSeconds: plannedPointUs(design) / 1e6,
  };
}
