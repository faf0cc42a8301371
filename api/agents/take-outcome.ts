import type { Outcome } from '../contract/agent.ts';
import type { RunTarget } from '../contract/run.ts';
import { findHosts } from '../hosts/store/hosts.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { asFailed, outcomeFault } from '../rules/run/outcome-fault.ts';
import type { Answer } from '../rules/run/run-machine.ts';
import { targetUrl } from '../rules/spec/target-url.ts';
import { type Aftermath, moveRun } from '../runs/drive/move-run.ts';
import { keepRestoreOf } from '../runs/drive/note-restore.ts';
import { addArtifacts } from '../runs/store/artifacts.ts';
import { setApplied } from '../runs/store/run-tuning.ts';
import { setRunTarget, setStepCommand } from '../runs/store/runs.ts';
import type { AgentRecord } from './store/agents.ts';
import { answerCommand, findCommand, type SentCommand } from './store/commands.ts';

/** An outcome of a command that this host never had is not believed, nor is the result of another command. */
export async function takeOutcome(lab: Lab, tx: Db, agent: AgentRecord, said: Outcome): Promise<Aftermath | null> {
  const command = await findCommand(tx, said.commandId, agent.hostId);
  if (!command) {
    lab.log.warn({ commandId: said.commandId, hostId: agent.hostId }, 'outcome of an unknown command');
    return null;
  }
  const fault = outcomeFault(command.body, said, agent.hostName);
  if (fault) lab.log.error({ hostId: agent.hostId, outcome: said }, fault.sentence);
  const outcome = fault ? asFailed(said, fault) : said;
  const event = { kind: 'answered', commandId: command.id, answer: toAnswer(outcome) } as const;
  return moveRun(lab, tx, command.runId, event, async () => {
    await answerCommand(tx, outcome, lab.nowUs());
    await keepDetails(lab, tx, command, outcome);
    await keepTuning(tx, command, outcome.result);
  });
}

async function keepDetails(lab: Lab, tx: Db, command: SentCommand, outcome: Outcome): Promise<void> {
  const { runId, hostId, stepIndex, phase, body } = command;
  await addArtifacts(tx, { runId, hostId, commandId: command.id, stepIndex, phase }, outcome.artifacts, lab.nowUs());
  if (stepIndex !== null && phase !== null && outcome.command.length > 0) {
    await setStepCommand(tx, runId, stepIndex, phase, outcome.command);
  }
  if (outcome.result?.type === 'start-target' && body.type === 'start-target') {
    const { type: _, ...target } = outcome.result;
    const [server] = await findHosts(tx, [hostId]);
    if (!server) return;
    await setRunTarget(tx, runId, { ...target, url: targetUrl(body, server.facts) } satisfies RunTarget);
  }
}

async function keepTuning(tx: Db, { runId, hostId }: SentCommand, result: Outcome['result']): Promise<void> {
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
