import { setImmediate } from 'node:timers/promises';
import type { RunSeries } from '../contract/samples.ts';
import { findImportedDocument } from '../imports/store/imported-runs.ts';
import type { Lab } from '../platform/lab.ts';
import { isTerminal } from '../rules/run/run-machine.ts';
import { meanEdgesUs } from '../rules/samples/mean-edges.ts';
import type { SampleFrame } from '../rules/samples/sample-frame.ts';
import { deriveSeries, joinSeries, newerThan, type Series, spreadBack, upTo } from '../rules/samples/series.ts';
import { thinSeries } from '../rules/samples/thin-series.ts';
import { upgradeDocument } from '../rules/share/share-upgrade.ts';
import { getRun, noSuchRun } from './get-run.ts';
import { readFrames } from './store/read-frames.ts';
import { findRun } from './store/run-row.ts';
import { specOf } from './store/runs.ts';

/** Rates need the frame before: so far back it is looked for, at the least. Longer is a gap anyway. */
const LOOK_BACK_US = 3_000_000;
/** A slowly read value also applies to the rows before its reading. */
const LOOK_AHEAD_US = 5_000_000;
/** The same at one frame a second: a hole of as much is shown as one. */
const LOOK_BACK_FRAMES = 12;
/** Frames derived in one go: an hour of a large host takes seconds, and agents wait for answers meanwhile. */
const SLICE = 120;
/** Frames that a slice repeats of the one before, for what a row needs of earlier ones. */
const OVERLAP = 10;

/** No series is derived of these, which are most of what a large host counts: of each interrupt on each CPU. */
const COUNTED_APART = /^(interrupts|softirq|numa)\//;
const isOfSeries = (column: string): boolean => !COUNTED_APART.test(column);

/** The wanted rows of each host: newer than `afterUs`, up to `toUs`. */
interface Wanted {
  afterUs: (hostId: string) => number;
  toUs?: number;
}

/** The series of every host of a run, per host only rows newer than `after` says. Stops when the caller has gone. */
export function readSeries(
  lab: Lab,
  runId: string,
  after: (hostId: string) => number,
  gone?: AbortSignal,
): Promise<RunSeries> {
  return derive(lab, runId, { afterUs: after }, gone);
}

/** The requested part of a run's series: all readings, unless `rows` is set. */
export interface AskedSeries {
  afterUs?: number | undefined;
  toUs?: number | undefined;
  rows?: number | undefined;
}

/** The series of every host of a run in as many rows as a picture has room for. */
export async function readDrawnSeries(
  lab: Lab,
  runId: string,
  { afterUs = 0, toUs = Number.MAX_SAFE_INTEGER, rows }: AskedSeries,
  gone?: AbortSignal,
): Promise<RunSeries> {
  const series = await derive(lab, runId, { afterUs: () => afterUs, toUs }, gone);
  return inRows(lab, runId, series, rows);
}

/** The same as it grows: of each host what is newer than `after` says of it. */
export async function readGrownSeries(
  lab: Lab,
  runId: string,
  after: (hostId: string) => number,
  rows: number | undefined,
): Promise<RunSeries> {
  return inRows(lab, runId, await readSeries(lab, runId, after), rows);
}

/** While a run goes on, the newest readings say what is so now. */
const NEWEST = 5;

async function inRows(lab: Lab, runId: string, series: RunSeries, rows: number | undefined): Promise<RunSeries> {
  if (rows === undefined || series.hosts.every(({ timesUs }) => timesUs.length <= rows)) return series;
  const run = await getRun(lab, runId);
  const newest = isTerminal(run.state) ? 0 : NEWEST;
  return {
    hosts: series.hosts.map((host) => ({
      hostId: host.hostId,
      ...thinSeries(host, { rows, newest, edgesUs: meanEdgesUs(run, host.hostId) }),
    })),
  };
}

async function derive(lab: Lab, runId: string, wanted: Wanted, gone: AbortSignal | undefined): Promise<RunSeries> {
  const { db } = lab.database;
  const run = await findRun(db, runId);
  if (!run) throw await noSuchRun(lab, runId);
  // Every run of agents has hosts.
  if (run.hosts.length === 0) return importedSeries(await findImportedDocument(db, runId), wanted);
  const { samplesPerSecond } = specOf(run);
  const lookBackUs = Math.max(LOOK_BACK_US, (LOOK_BACK_FRAMES * 1e6) / samplesPerSecond);
  const toUs = wanted.toUs ?? Number.MAX_SAFE_INTEGER;
  const hosts: RunSeries['hosts'] = [];
  for (const { hostId } of run.hosts) {
    const afterUs = wanted.afterUs(hostId);
    const fromUs = Math.max(0, afterUs - lookBackUs);
    const batches = readFrames(
      { db, blobs: lab.blobs },
      runId,
      { hostId, fromUs, toUs: toUs + LOOK_AHEAD_US },
      isOfSeries,
    );
    const series = await derivePatiently(batches, afterUs, samplesPerSecond, gone);
    hosts.push({ hostId, ...upTo(series, toUs) });
  }
  return { hosts };
}

/** What its document has of them: none where it was no run of agents. */
function importedSeries(stored: unknown, { afterUs, toUs = Number.MAX_SAFE_INTEGER }: Wanted): RunSeries {
  const document = upgradeDocument(stored);
  if (document.type !== 'run') return { hosts: [] };
  const { hosts } = document.series;
  return { hosts: hosts.map((host) => ({ ...host, ...upTo(newerThan(host, afterUs(host.hostId)), toUs) })) };
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
