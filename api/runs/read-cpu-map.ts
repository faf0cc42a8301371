import type { z } from 'zod';
import type { CpuMap, cpuMapQuery } from '../contract/cpu-map.ts';
import { MAX_MAP_COLUMNS } from '../contract/cpu-work.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { CpuMapTally, isCpuColumn } from '../rules/cpus/cpu-map.ts';
import { noSuchRun } from './get-run.ts';
import { countFrames, readFrames } from './store/read-frames.ts';
import { findRun } from './store/run-row.ts';
import { hasHost } from './store/run-tuning.ts';
import { specOf } from './store/runs.ts';

type Asked = z.output<typeof cpuMapQuery>;

/**
 * What each CPU of a host did over time; without rows if the host was not sampled. Stops reading when the caller has
 * gone.
 */
export async function readCpuMap(
  lab: Lab,
  runId: string,
  hostId: string,
  asked: Asked,
  gone: AbortSignal,
): Promise<CpuMap> {
  const { db } = lab.database;
  const run = await findRun(db, runId);
  if (!run) throw await noSuchRun(lab, runId);
  if (!(await hasHost(db, runId, hostId))) throw new AppError('not-found', 'The run has no such host.');
  const { columns = MAX_MAP_COLUMNS, fromUs = 0, toUs = Number.MAX_SAFE_INTEGER } = asked;
  const frames = await countFrames(db, runId, hostId, fromUs, toUs);
  const tally = new CpuMapTally({
    hostId,
    samplesPerSecond: specOf(run).samplesPerSecond,
    readingsPerColumn: Math.max(1, Math.ceil(frames / columns)),
  });
  for await (const batch of readFrames({ db, blobs: lab.blobs }, runId, { hostId, fromUs, toUs }, isCpuColumn)) {
    if (gone.aborted) break;
    for (const frame of batch) tally.add(frame);
  }
  return tally.map();
}
