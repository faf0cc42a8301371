import { setTimeout } from 'node:timers/promises';
import { watchAlerts } from './alerts/watch-alerts.ts';
import { keepPoints } from './benchmarks/keep-points.ts';
import { driveBisections } from './bisections/drive-bisections.ts';
import { driveExperiments } from './experiments/drive-experiment.ts';
import { silentAfterSeconds } from './hosts/host-view.ts';
import { dropTasksBefore } from './hosts/store/host-tasks.ts';
import { forgetReplicas } from './people/api-tokens.ts';
import type { Lab } from './platform/lab.ts';
import { noteSweep } from './platform/store/instance-id.ts';
import { graceLeases, listExpiredLeases } from './platform/store/leases.ts';
import { expiredRuns, purgeRun } from './runs/drive/purge-run.ts';
import { advanceRun, dispatchQueued } from './runs/drive/settle.ts';
import { gatherRevisions } from './runs/store/list-revision.ts';
import { listActiveRuns, listAwaitingPoints } from './runs/store/runs.ts';
import { listLooseFrames, sealFrames } from './runs/store/samples.ts';
import { listUnjudgedSince } from './runs/store/verdicts.ts';

const SWEEP_EVERY_MS = 2_000;
/** How long agents get, after an outage, to deliver what they have spooled. */
const SETTLE_US = 15_000_000;
const AWAY_MS = 10_000;
/** So long after its end a run may get a point that another process did not wait for. */
const LATE_POINTS_US = 3_600_000_000;
/** So long after its end a run may be left unjudged by a process that died. */
const LATE_VERDICT_US = 600_000_000;
/** Of one sweep: agents of other runs wait for answers meanwhile. What is left is there at the next one. */
const SEALING_MS = 300;
/** A restore may take its agent longer than anybody waits, and its answer still counts. */
const FORGET_TASKS_US = 120_000_000;

/**
 * Does what no request or report triggers. It ends leases that ran out and moves what is due: runs, experiments, the
 * queue. It seals the frames of ended runs and removes runs deleted long ago and what stale host tasks and ended connections left.
 * Idempotent.
 */
export async function sweep(lab: Lab): Promise<void> {
  const { db } = lab.database;
  const graceEndsUs = lab.settledAtUs - SETTLE_US + lab.lease.ttlMs * 1000;
  const endsNone = isAway(lab) || lab.nowUs() < graceEndsUs;
  const expired = endsNone ? [] : await listExpiredLeases(db, lab.nowUs());
  for (const { runId, hostId } of expired) {
    await apart(lab, runId, () => advanceRun(lab, runId, { kind: 'agent-lost', hostId }));
  }
  const active = await listActiveRuns(db);
  for (const { id, wakeAtUs } of active) {
    if (wakeAtUs !== null && wakeAtUs < lab.nowUs()) await apart(lab, id, () => wakeRun(lab, id));
  }
  for (const runId of await listAwaitingPoints(db, lab.nowUs() - LATE_POINTS_US)) lab.counting.add(runId);
  for (const runId of await listUnjudgedSince(db, lab.nowUs() - LATE_VERDICT_US)) lab.judging.add(runId);
  await driveExperiments(lab);
  await keepPoints(lab);
  await watchAlerts(lab);
  await driveBisections(lab);
  await dispatchQueued(lab);
  await sealEnded(lab, new Set(active.map((run) => run.id)));
  await purgeEach(lab);
  await forgetReplicas(lab);
  await gatherRevisions(db);
  await dropTasksBefore(db, lab.nowUs() - FORGET_TASKS_US);
  await noteSweep(db, lab.nowUs());
}

/** For every replica to call: one at a time sweeps. */
export async function sweepAlone(lab: Lab): Promise<void> {
  await lab.leader.attempt('sweep', () => sweep(lab));
}

/**
 * Sweeps about every two seconds until `stopping`. Each replica takes its turn: a sweep that comes right after another's finds nothing to
 * do. By the time of this process, as the database's clock may be set.
 */
export async function keepSweeping(lab: Lab, stopping: AbortSignal, onError: (error: unknown) => void): Promise<void> {
  while (!stopping.aborted) {
    await sweepAlone(lab).catch(onError);
    await setTimeout(SWEEP_EVERY_MS, undefined, { signal: stopping }).catch(() => {});
  }
}

/** What is wrong with one run stops no other. */
async function apart(lab: Lab, runId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    lab.log.error({ err: error, runId }, 'sweeping one run');
  }
}

/** A run's time has come. While agents may still be catching up, a missing answer is waited for. */
export async function wakeRun(lab: Lab, runId: string): Promise<void> {
  // A database that stands still says so by its late answer.
  await lab.database.ping();
  const settledAtUs = isAway(lab) ? lab.nowUs() + SETTLE_US : lab.settledAtUs;
  if (lab.nowUs() < settledAtUs) {
    const run = (await listActiveRuns(lab.database.db)).find((r) => r.id === runId);
    if (run && run.state !== 'cooling') return lab.alarms.set(runId, (settledAtUs - lab.nowUs()) / 1000);
  }
  await advanceRun(lab, runId, { kind: 'tick' });
}

/** After so long without a look at it this process stood still, or its database: no lease ends until `recover` has given all their time again. */
export const isAway = (lab: Lab): boolean => performance.now() - lab.attendedMs > AWAY_MS;

/** After this process or the database was away: agents could neither renew a lease nor deliver an answer meanwhile. */
export async function recover(lab: Lab): Promise<void> {
  lab.settledAtUs = lab.nowUs() + SETTLE_US;
  lab.heardAtUs = lab.nowUs() + Math.max(SETTLE_US, silentAfterSeconds(lab.lease) * 1e6);
  await graceLeases(lab.database.db, lab.nowUs());
  for (const { id, wakeAtUs } of await listActiveRuns(lab.database.db)) {
    lab.alarms.set(id, wakeAtUs === null ? null : (wakeAtUs - lab.nowUs()) / 1000);
  }
}

async function sealEnded(lab: Lab, active: Set<string>): Promise<void> {
  const endsMs = performance.now() + SEALING_MS;
  for (const { runId, hostId } of await listLooseFrames(lab.database.db)) {
    if (active.has(runId)) continue;
    if (performance.now() > endsMs) return;
    await apart(lab, runId, () => lab.database.transaction((tx) => sealFrames(tx, runId, hostId)));
  }
}

async function purgeEach(lab: Lab): Promise<void> {
  for (const runId of await expiredRuns(lab)) await apart(lab, runId, () => purgeRun(lab, runId));
}
