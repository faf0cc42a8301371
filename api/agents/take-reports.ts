import type { ReportEntry } from '../contract/agent.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { type Db, isLasting } from '../platform/store/db.ts';
import { findLease } from '../platform/store/leases.ts';
import { notify } from '../platform/store/notifications.ts';
import { layoutFault } from '../rules/samples/layout-fault.ts';
import { type Aftermath, moveRun } from '../runs/drive/move-run.ts';
import { keepRestoreOf, noteRestore } from '../runs/drive/note-restore.ts';
import { settle } from '../runs/drive/settle.ts';
import { addArtifacts } from '../runs/store/artifacts.ts';
import { hasHost, saveSnapshot } from '../runs/store/run-tuning.ts';
import { findRun, knownRuns } from '../runs/store/runs.ts';
import { layoutWidths, looseFrames, type NewFrame, saveFrames, saveLayout, sealFrames } from '../runs/store/samples.ts';
import { refuseReports } from './refuse-reports.ts';
import { type AgentRecord, acknowledge, lockIncarnation } from './store/agents.ts';
import { takeOutcome } from './take-outcome.ts';

type Entry<Type extends ReportEntry['type']> = Extract<ReportEntry, { type: Type }>;

const SEAL_AFTER_US = 60_000_000;
/** Ten frames a second are as many in twelve seconds, and a chunk is decoded in one go. */
const SEAL_AFTER_FRAMES = 120;

/**
 * Takes a batch of an agent's reports: all of it or nothing, each entry once, in order. Returns the sequence up to
 * which everything is stored. What can never be stored is refused for good, so that the agent goes on without it.
 */
export async function takeReports(
  lab: Lab,
  agent: AgentRecord,
  incarnationId: string,
  entries: ReportEntry[],
): Promise<number> {
  try {
    return await storeReports(lab, agent, incarnationId, entries);
  } catch (error) {
    throw isLasting(error) && !(error instanceof AppError) ? await refuseReports(lab, agent, entries, error) : error;
  }
}

async function storeReports(
  lab: Lab,
  agent: AgentRecord,
  incarnationId: string,
  entries: ReportEntry[],
): Promise<number> {
  const { sequence, aftermaths } = await lab.database.transaction(async (tx) => {
    const acknowledged = await lockIncarnation(tx, agent.id, incarnationId);
    if (acknowledged === null)
      throw new AppError('unknown-incarnation', 'This life of the agent never said hello here.');
    const fresh = entries.filter((entry) => entry.sequence > acknowledged);
    const aftermaths: Aftermath[] = [];
    await takeFrames(lab, tx, agent, incarnationId, fresh);
    for (const entry of fresh) {
      const aftermath = await takeEntry(lab, tx, agent, entry);
      if (aftermath) aftermaths.push(aftermath);
    }
    const sequence = Math.max(acknowledged, ...fresh.map((entry) => entry.sequence));
    if (sequence > acknowledged) await acknowledge(tx, incarnationId, sequence);
    return { sequence, aftermaths };
  });
  await settle(lab, aftermaths);
  return sequence;
}

/** Layouts and frames first: outcomes of the batch may need them. Frames of a run that was purged are let go. */
async function takeFrames(
  lab: Lab,
  tx: Db,
  agent: AgentRecord,
  incarnationId: string,
  entries: ReportEntry[],
): Promise<void> {
  for (const entry of entries) if (entry.type === 'layout') await takeLayout(tx, entry);
  const frames = entries.flatMap((entry): NewFrame[] =>
    entry.type === 'frame'
      ? [{ incarnationId, sequence: entry.sequence, runId: entry.runId, hostId: agent.hostId, ...entry.frame }]
      : [],
  );
  const known = await knownRuns(tx, [...new Set(frames.map((frame) => frame.runId))]);
  await refuseUnreadable(tx, frames);
  await saveFrames(
    tx,
    frames.filter((frame) => known.has(frame.runId)),
  );
  for (const runId of known) {
    const { count, oldestUs } = await looseFrames(tx, runId, agent.hostId);
    const old = oldestUs !== null && lab.nowUs() - oldestUs > SEAL_AFTER_US;
    if (old || count > SEAL_AFTER_FRAMES) await sealFrames(tx, runId, agent.hostId);
    await notify(tx, 'samples', runId);
  }
}

/** Whoever could choose the name of other columns would say what another host's frames mean. */
async function takeLayout(tx: Db, { sequence, layout }: Entry<'layout'>): Promise<void> {
  const fault = layoutFault(layout);
  if (fault) throw new AppError('unusable-report', `Layout ${sequence} is refused: ${fault}`);
  await saveLayout(tx, layout);
}

async function takeEntry(lab: Lab, tx: Db, agent: AgentRecord, entry: ReportEntry): Promise<Aftermath | null> {
  if (entry.type === 'outcome') return takeOutcome(lab, tx, agent, entry.outcome);
  if (entry.type === 'snapshot') return takeSnapshot(tx, agent, entry);
  if (entry.type === 'restored') return takeRestored(tx, agent, entry);
  if (entry.type !== 'target-exited') return null;
  const { runId, artifacts, sentence } = entry;
  const run = await findRun(tx, runId);
  if (!run?.hosts.some((host) => host.hostId === agent.hostId)) return null;
  await addArtifacts(
    tx,
    { runId, hostId: agent.hostId, commandId: null, stepIndex: null, phase: null },
    artifacts,
    lab.nowUs(),
  );
  return moveRun(lab, tx, runId, { kind: 'target-exited', hostId: agent.hostId, sentence });
}

async function takeSnapshot(tx: Db, { hostId }: AgentRecord, { runId, snapshot }: Entry<'snapshot'>): Promise<null> {
  if (!(await hasHost(tx, runId, hostId))) return null;
  await saveSnapshot(tx, runId, hostId, snapshot);
  await notify(tx, 'runs', runId);
  return null;
}

/** The agent let go of its host by itself. While the run holds the host, its restore is still to come and decides. */
async function takeRestored(tx: Db, { hostId }: AgentRecord, { runId, restore }: Entry<'restored'>): Promise<null> {
  if (!(await keepRestoreOf(tx, runId, hostId, restore))) return null;
  const lease = await findLease(tx, hostId);
  if (lease?.runId !== runId) await noteRestore(tx, hostId, restore, 'said');
  return null;
}

/** A row without its column names is noise; the agent sets it aside and goes on. */
async function refuseUnreadable(tx: Db, frames: NewFrame[]): Promise<void> {
  const widths = await layoutWidths(tx, [...new Set(frames.map((frame) => frame.layoutId))]);
  const odd = frames.find((frame) => widths.get(frame.layoutId) !== frame.values.length);
  if (odd) throw new AppError('unusable-report', `Frame ${odd.sequence} does not fit the layout ${odd.layoutId}.`);
}
