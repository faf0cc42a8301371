import type { ReportEntry } from '../contract/agent-reports.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { type Db, isLasting } from '../platform/store/db.ts';
import { findLease } from '../platform/store/leases.ts';
import { notify } from '../platform/store/notify.ts';
import { layoutFault } from '../rules/samples/layout-fault.ts';
import { type Aftermath, moveLocked } from '../runs/drive/move-run.ts';
import { keepRestoreSaid, noteRestore } from '../runs/drive/note-restore.ts';
import { settle } from '../runs/drive/settle.ts';
import { addArtifacts, hasArtifacts } from '../runs/store/artifacts.ts';
import { takesReportsOf } from '../runs/store/run-reports.ts';
import { findRun } from '../runs/store/run-row.ts';
import { saveSnapshot } from '../runs/store/run-tuning.ts';
import { lockRun, specOf } from '../runs/store/runs.ts';
import { saveFrames, saveLayout } from '../runs/store/samples.ts';
import type { FrameEntry, FrameIntake } from './frame-intake.ts';
import { refuseReports } from './refuse-reports.ts';
import type { AgentRecord } from './store/agents.ts';
import { listPending } from './store/commands.ts';
import { beginReport } from './store/incarnations.ts';
import { takeOutcome } from './take-outcome.ts';

type Entry<Type extends ReportEntry['type']> = Extract<ReportEntry, { type: Type }>;

/**
 * Takes a batch of an agent's reports: all of it or nothing, each entry once, in order. Returns the sequence up to
 * which everything is stored. What can never be stored is refused for good, so that the agent goes on without it.
 */
export async function takeReports(
  lab: Lab,
  intake: FrameIntake,
  agent: AgentRecord,
  incarnationId: string,
  entries: ReportEntry[],
): Promise<number> {
  try {
    const sequence = entries.every(isFrame)
      ? await intake.take(agent, incarnationId, entries)
      : await intake.inTurn(agent, () => storeReports(lab, intake, agent, incarnationId, entries));
    if (sequence === null) throw new AppError('unknown-incarnation', 'This life of the agent never said hello here.');
    return sequence;
  } catch (error) {
    throw isLasting(error) && !(error instanceof AppError) ? await refuseReports(lab, agent, entries, error) : error;
  }
}

const isFrame = (entry: ReportEntry): entry is FrameEntry => entry.type === 'frame';

async function storeReports(
  lab: Lab,
  intake: FrameIntake,
  agent: AgentRecord,
  incarnationId: string,
  entries: ReportEntry[],
): Promise<number | null> {
  const stored = await lab.database.transaction(async (tx) => {
    const last = Math.max(0, ...entries.map((entry) => entry.sequence));
    const acknowledged = await beginReport(tx, { agentId: agent.id, incarnationId }, last);
    if (acknowledged === null) return null;
    const fresh = entries.filter((entry) => entry.sequence > acknowledged);
    const aftermaths: Aftermath[] = [];
    // Layouts and frames first: outcomes of the batch may need them.
    for (const entry of fresh)
      if (entry.type === 'layout') await takeLayout(lab, tx, intake, agent, incarnationId, entry);
    const frames = intake.framesOf(agent, incarnationId, fresh.filter(isFrame));
    await intake.refuseUnreadable(frames, tx);
    const sampled = frames.length > 0 ? await saveFrames(tx, frames, lab.nowUs()) : new Set<string>();
    for (const entry of fresh) {
      const aftermath = await takeEntry(lab, tx, agent, entry);
      if (aftermath) aftermaths.push(aftermath);
    }
    return { sequence: Math.max(acknowledged, last), aftermaths, frames, sampled };
  });
  if (!stored) return null;
  intake.noteStored(stored.frames, stored.sampled);
  await settle(lab, stored.aftermaths);
  return stored.sequence;
}

/**
 * Whoever could choose the name of other columns would say what another host's frames mean; and whoever could make up as many as it
 * likes would fill the database.
 */
async function takeLayout(
  lab: Lab,
  tx: Db,
  intake: FrameIntake,
  agent: AgentRecord,
  incarnationId: string,
  { sequence, layout }: Entry<'layout'>,
): Promise<void> {
  const nowUs = lab.nowUs();
  const fault = layoutFault(layout);
  if (fault) throw new AppError('unusable-report', `Layout ${sequence} is refused: ${fault}`);
  const isNew = await saveLayout(tx, layout, { incarnationId, nowUs });
  if (isNew && !intake.layouts.takes(agent.id, layout, nowUs))
    throw new AppError(
      'unusable-report',
      `Layout ${sequence} is refused: ${agent.hostName} has made up too many today.`,
    );
}

async function takeEntry(lab: Lab, tx: Db, agent: AgentRecord, entry: ReportEntry): Promise<Aftermath | null> {
  if (entry.type === 'outcome') return takeOutcome(lab, tx, agent, entry.outcome);
  if (entry.type === 'snapshot') return takeSnapshot(lab, tx, agent, entry);
  if (entry.type === 'restored') return takeRestored(tx, agent, entry);
  return entry.type === 'target-exited' ? takeTargetExited(lab, tx, agent, entry) : null;
}

/** Of the target's own host alone, and its files once: there is one target in a run, and it ends once. */
async function takeTargetExited(
  lab: Lab,
  tx: Db,
  { hostId }: AgentRecord,
  { runId, artifacts, sentence }: Entry<'target-exited'>,
): Promise<Aftermath | null> {
  const nowUs = lab.nowUs();
  if (!(await takesReportsOf(tx, runId, hostId, nowUs))) return null;
  const locked = await lockRun(tx, runId);
  const run = await findRun(tx, runId);
  if (!locked || !run || specOf(run).server?.hostId !== hostId) return null;
  const owner = { runId, hostId, commandId: null, stepIndex: null, phase: null };
  if (!(await hasArtifacts(tx, owner))) await addArtifacts(tx, owner, artifacts, nowUs);
  return moveLocked(lab, tx, locked, { kind: 'target-exited', hostId, sentence }, await listPending(tx, runId));
}

async function takeSnapshot(
  lab: Lab,
  tx: Db,
  { hostId }: AgentRecord,
  { runId, snapshot }: Entry<'snapshot'>,
): Promise<null> {
  if (await saveSnapshot(tx, runId, hostId, snapshot, lab.nowUs())) notify(tx, 'runs', runId);
  return null;
}

/** The agent let go of its host by itself. While the run holds the host, its restore is still to come and decides. */
async function takeRestored(tx: Db, { hostId }: AgentRecord, { runId, restore }: Entry<'restored'>): Promise<null> {
  if (!(await keepRestoreSaid(tx, runId, hostId, restore))) return null;
  const lease = await findLease(tx, hostId);
  if (lease?.runId !== runId) await noteRestore(tx, hostId, restore, 'said');
  return null;
}
