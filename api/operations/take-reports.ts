import type { Outcome, ReportEntry } from '../contract/agent.ts';
import type { RunTarget } from '../contract/run.ts';
import type { Answer } from '../domain/run-machine.ts';
import { type AgentRecord, acknowledge, lockIncarnation } from '../store/agents.ts';
import { addArtifacts } from '../store/artifacts.ts';
import { answerCommand, type CommandRecord, findCommand } from '../store/commands.ts';
import type { Db } from '../store/db.ts';
import { findLease } from '../store/leases.ts';
import { notify } from '../store/notifications.ts';
import { hasHost, saveSnapshot, setApplied } from '../store/run-tuning.ts';
import { findRun, knownRuns, setRunTarget, setStepCommand } from '../store/runs.ts';
import { layoutWidths, looseFrames, type NewFrame, saveFrames, saveLayout, sealFrames } from '../store/samples.ts';
import { type Aftermath, moveRun, settle } from './advance-run.ts';
import { AppError } from './app-error.ts';
import type { Lab } from './lab.ts';
import { keepRestoreOf, noteRestore } from './note-restore.ts';

type Entry<Type extends ReportEntry['type']> = Extract<ReportEntry, { type: Type }>;

const SEAL_AFTER_US = 60_000_000;
/** Ten frames a second are as many in twelve seconds, and a chunk is decoded in one go. */
const SEAL_AFTER_FRAMES = 120;

/**
 * Takes a batch of an agent's reports: all of it or nothing, each entry once, in order. Returns the sequence up to
 * which everything is stored.
 */
export async function takeReports(
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
  for (const entry of entries) if (entry.type === 'layout') await saveLayout(tx, entry.layout);
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

/** An outcome of a command that this host never had is not believed. */
async function takeOutcome(lab: Lab, tx: Db, agent: AgentRecord, outcome: Outcome): Promise<Aftermath | null> {
  const command = await findCommand(tx, outcome.commandId, agent.hostId);
  if (!command) {
    lab.log.warn({ commandId: outcome.commandId, hostId: agent.hostId }, 'outcome of an unknown command');
    return null;
  }
  const event = { kind: 'answered', commandId: command.id, answer: toAnswer(outcome) } as const;
  return moveRun(lab, tx, command.runId, event, async () => {
    await answerCommand(tx, outcome, lab.nowUs());
    await keepDetails(lab, tx, command, outcome);
    await keepTuning(tx, command, outcome.result);
  });
}

async function keepDetails(lab: Lab, tx: Db, command: CommandRecord, outcome: Outcome): Promise<void> {
  const { runId, hostId, stepIndex, phase } = command;
  await addArtifacts(tx, { runId, hostId, commandId: command.id, stepIndex, phase }, outcome.artifacts, lab.nowUs());
  if (stepIndex !== null && phase !== null && outcome.command.length > 0) {
    await setStepCommand(tx, runId, stepIndex, phase, outcome.command);
  }
  if (outcome.result?.type === 'start-target') {
    const { type: _, ...target } = outcome.result;
    await setRunTarget(tx, runId, target satisfies RunTarget);
  }
}

async function keepTuning(tx: Db, { runId, hostId }: CommandRecord, result: Outcome['result']): Promise<void> {
  if (result?.type === 'apply-tuning') await setApplied(tx, runId, hostId, result.applied);
  if (result?.type === 'restore') await keepRestoreOf(tx, runId, hostId, result.restore);
}

function toAnswer({ status, result, failure }: Outcome): Answer {
  if (status === 'succeeded') {
    const mismatches = result?.type === 'restore' && !result.restore.matches ? result.restore.mismatches : [];
    return { status, mismatches };
  }
  return { status, code: failure?.code ?? status, sentence: failure?.sentence ?? 'The agent gave no reason.' };
}
