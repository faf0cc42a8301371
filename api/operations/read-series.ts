import { setImmediate } from 'node:timers/promises';
import type { RunSeries } from '../contract/samples.ts';
import type { SampleFrame } from '../domain/sample-frame.ts';
import { deriveSeries, joinSeries, newerThan, type Series, spreadBack } from '../domain/series.ts';
import { findRun } from '../store/runs.ts';
import { loadFrames } from '../store/samples.ts';
import { noSuchRun } from './get-run.ts';
import type { Lab } from './lab.ts';

/** Rates need the frame before: so far back it is looked for. Longer is a gap anyway. */
const LOOK_BACK_US = 12_000_000;
/** Frames derived in one go: an hour of a large host takes seconds, and agents wait for answers meanwhile. */
const SLICE = 120;
/** Frames that a slice repeats of the one before, for what a row needs of earlier ones. */
const OVERLAP = 10;

/** The series of every host of a run: of each host only the rows newer than what `after` says of it. */
export async function readSeries(lab: Lab, runId: string, after: (hostId: string) => number): Promise<RunSeries> {
  const { db } = lab.database;
  const run = await findRun(db, runId);
  if (!run) throw await noSuchRun(lab, runId);
  const hosts: RunSeries['hosts'] = [];
  for (const { hostId } of run.hosts) {
    const afterUs = after(hostId);
    const fromUs = Math.max(0, afterUs - LOOK_BACK_US);
    const frames = await loadFrames(db, runId, hostId, fromUs, Number.MAX_SAFE_INTEGER);
    hosts.push({ hostId, ...(await derivePatiently(frames, afterUs)) });
  }
  return { hosts };
}

async function derivePatiently(frames: SampleFrame[], afterUs: number): Promise<Series> {
  const parts: Series[] = [];
  let lastUs = afterUs;
  for (let start = 0; start < frames.length; start += SLICE) {
    const part = newerThan(deriveSeries(frames.slice(Math.max(0, start - OVERLAP), start + SLICE)), lastUs);
    lastUs = part.timesUs.at(-1) ?? lastUs;
    parts.push(part);
    await setImmediate();
  }
  return spreadBack(joinSeries(parts));
}
