import { setImmediate } from 'node:timers/promises';
import type { RunSeries } from '../contract/samples.ts';
import { findImportedDocument } from '../imports/store/imported-runs.ts';
import type { Lab } from '../platform/lab.ts';
import type { SampleFrame } from '../rules/samples/sample-frame.ts';
import { deriveSeries, joinSeries, newerThan, type Series, spreadBack } from '../rules/samples/series.ts';
import { upgradeDocument } from '../rules/share/share-upgrade.ts';
import { noSuchRun } from './get-run.ts';
import { readFrames } from './store/read-frames.ts';
import { findRun, specOf } from './store/runs.ts';

/** Rates need the frame before: so far back it is looked for, at the least. Longer is a gap anyway. */
const LOOK_BACK_US = 3_000_000;
/** The same at one frame a second: a hole of as much is shown as one. */
const LOOK_BACK_FRAMES = 12;
/** Frames derived in one go: an hour of a large host takes seconds, and agents wait for answers meanwhile. */
const SLICE = 120;
/** Frames that a slice repeats of the one before, for what a row needs of earlier ones. */
const OVERLAP = 10;

/**
 * The series of every host of a run: of each host only the rows newer than what `after` says of it. Once whoever asked has
 * gone the rest is not derived.
 */
export async function readSeries(
  lab: Lab,
  runId: string,
  after: (hostId: string) => number,
  gone?: AbortSignal,
): Promise<RunSeries> {
  const { db } = lab.database;
  const run = await findRun(db, runId);
  if (!run) throw await noSuchRun(lab, runId);
  // Every run of agents has hosts.
  if (run.hosts.length === 0) return importedSeries(await findImportedDocument(db, runId), after);
  const { samplesPerSecond } = specOf(run);
  const lookBackUs = Math.max(LOOK_BACK_US, (LOOK_BACK_FRAMES * 1e6) / samplesPerSecond);
  const hosts: RunSeries['hosts'] = [];
  for (const { hostId } of run.hosts) {
    const afterUs = after(hostId);
    const batches = readFrames(db, runId, hostId, Math.max(0, afterUs - lookBackUs), Number.MAX_SAFE_INTEGER);
    hosts.push({ hostId, ...(await derivePatiently(batches, afterUs, samplesPerSecond, gone)) });
  }
  return { hosts };
}

/** What its document has of them: none where it was no run of agents. */
function importedSeries(stored: unknown, after: (hostId: string) => number): RunSeries {
  const document = upgradeDocument(stored);
  if (document.type !== 'run') return { hosts: [] };
  return { hosts: document.series.hosts.map((host) => ({ ...host, ...newerThan(host, after(host.hostId)) })) };
}

async function derivePatiently(
  batches: AsyncIterable<SampleFrame[]>,
  afterUs: number,
  samplesPerSecond: number,
  gone: AbortSignal | undefined,
): Promise<Series> {
  const parts: Series[] = [];
  let lastUs = afterUs;
  let before: SampleFrame[] = [];
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; start += SLICE) {
      const frames = [...before, ...batch.slice(start, start + SLICE)];
      const part = newerThan(deriveSeries(frames, samplesPerSecond), lastUs);
      lastUs = part.timesUs.at(-1) ?? lastUs;
      parts.push(part);
      before = frames.slice(-OVERLAP);
      await setImmediate();
      if (gone?.aborted) return { timesUs: [], columns: [] };
    }
  }
  return spreadBack(joinSeries(parts));
}
