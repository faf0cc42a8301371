import type { Outcome, ReportEntry } from '../contract/agent.ts';
import type { RunTarget } from '../contract/run.ts';
import type { Answer } from '../domain/run-machine.ts';
import { type AgentRecord, acknowledge, lockIncarnation } from '../store/agents.ts';
import { addArtifacts } from '../store/artifacts.ts';
import { answerCommand, type CommandRecord, findCommand } from '../store/commands.ts';
import type { Db } from '../store/db.ts';
import { notify } from '../store/notifications.ts';
import { findRun, knownRuns, setRunTarget, setStepCommand } from '../store/runs.ts';
import { layoutWidths, type NewFrame, oldestFrameUs, saveFrames, saveLayout, sealFrames } from '../store/samples.ts';
import { type Aftermath, moveRun, settle } from './advance-run.ts';
import { AppError } from './app-error.ts';
import type { Lab } from './lab.ts';

const SEAL_AFTER_US = 60_000_000;

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
    const oldest = await oldestFrameUs(tx, runId, agent.hostId);
    if (oldest !== null && lab.nowUs() - oldest > SEAL_AFTER_US) await sealFrames(tx, runId, agent.hostId);
    await notify(tx, 'samples', runId);
  }
}

async function takeEntry(lab: Lab, tx: Db, agent: AgentRecord, entry: ReportEntry): Promise<Aftermath | null> {
  if (entry.type === 'outcome') return takeOutcome(lab, tx, agent, entry.outcome);
  if (entry.type !== 'target-exited') return null;
  const { runId, artifacts, sentence } = entry;
  const run = await findRun(tx, runId);
  if (!run?.hosts.some((host) => host.hostId === agent.hostId)) return null;
  await addArtifacts(tx, { runId, commandId: null, stepIndex: null, phase: null }, artifacts, lab.nowUs());
  return moveRun(lab, tx, runId, { kind: 'target-exited', hostId: agent.hostId, sentence });
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
  });
}

async function keepDetails(lab: Lab, tx: Db, command: CommandRecord, outcome: Outcome): Promise<void> {
  const { runId, stepIndex, phase } = command;
  await addArtifacts(tx, { runId, commandId: command.id, stepIndex, phase }, outcome.artifacts, lab.nowUs());
  if (stepIndex !== null && phase !== null && outcome.command.length > 0) {
    await setStepCommand(tx, runId, stepIndex, phase, outcome.command);
  }
  if (outcome.result?.type === 'start-target') {
    const { type: _, ...target } = outcome.result;
    await setRunTarget(tx, runId, target satisfies RunTarget);
  }
}

function toAnswer({ status, result, failure }: Outcome): Answer {
  if (status === 'succeeded') {
    const mismatches = result?.type === 'restore' && !result.restore.matches ? result.restore.mismatches : [];
    return { status, mismatches };
  }
  return { status, code: failure?.code ?? status, sentence: failure?.sentence ?? 'The agent gave no reason.' };
}
