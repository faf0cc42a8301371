import type { RunSeries } from '../contract/samples.ts';
import { deriveSeries } from '../domain/series.ts';
import { findRun } from '../store/runs.ts';
import { loadFrames } from '../store/samples.ts';
import { AppError } from './app-error.ts';
import type { Lab } from './lab.ts';

/** Rates need the frame before: so far back it is looked for. Longer is a gap anyway. */
const LOOK_BACK_US = 12_000_000;

/** The series of every host of a run: of each host only the rows newer than what `after` says of it. */
export async function readSeries(lab: Lab, runId: string, after: (hostId: string) => number): Promise<RunSeries> {
  const { db } = lab.database;
  const run = await findRun(db, runId);
  if (!run) throw new AppError('not-found', 'There is no such run; it may have been deleted.');
  const hosts = await Promise.all(
    run.hosts.map(async ({ hostId }) => {
      const afterUs = after(hostId);
      const frames = await loadFrames(db, runId, hostId, Math.max(0, afterUs - LOOK_BACK_US), Number.MAX_SAFE_INTEGER);
      return { hostId, ...newerThan(deriveSeries(frames), afterUs) };
    }),
  );
  return { hosts };
}

function newerThan(series: ReturnType<typeof deriveSeries>, afterUs: number): ReturnType<typeof deriveSeries> {
  const from = series.timesUs.findIndex((time) => time > afterUs);
  if (from === 0) return series;
  if (from < 0) return { timesUs: [], columns: [] };
  return {
    timesUs: series.timesUs.slice(from),
    columns: series.columns.map((c) => ({ ...c, values: c.values.slice(from) })),
  };
}
