import type { StepLatencyOverTime } from '../../contract/latency-over-time.ts';
import { type Db, json, orNull } from '../../platform/store/db.ts';
import type { MergedOverTime } from '../../rules/load/latency-over-time.ts';

export async function saveStepLatency(
  db: Db,
  runId: string,
  stepIndex: number,
  { overTime, skewUs }: MergedOverTime,
): Promise<void> {
  await db.stepLatency.create({ data: { runId, stepIndex, skewUs, overTime: json(overTime) } });
}

/** Of the steps that have it, in order; `stepIndex`: only of that one. */
export async function listStepLatencies(db: Db, runId: string, stepIndex?: number): Promise<StepLatencyOverTime[]> {
  const rows = await db.stepLatency.findMany({
    where: { runId, ...(stepIndex !== undefined && { stepIndex }) },
    orderBy: { stepIndex: 'asc' },
  });
  return rows.map((row) => ({
    stepIndex: row.stepIndex,
    overTime: row.overTime as unknown as StepLatencyOverTime['overTime'],
    skewUs: orNull(row.skewUs),
  }));
}
