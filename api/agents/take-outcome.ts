import { createHash } from 'node:crypto';
import type { Command } from '../contract/agent-commands.ts';
import type { Outcome } from '../contract/agent-reports.ts';
import type { TargetIdentity } from '../contract/identity.ts';
import type { RunTarget } from '../contract/run.ts';
import { findHosts } from '../hosts/store/hosts.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { targetKey } from '../rules/identity/target-identity.ts';
import { asFailed, outcomeFault } from '../rules/run/outcome-fault.ts';
import { preflightFault } from '../rules/run/preflight-fault.ts';
import type { Answer } from '../rules/run/run-machine.ts';
import { outsideTarget, withResolved } from '../rules/spec/external-target.ts';
import { targetUrl } from '../rules/spec/target-url.ts';
import { type Aftermath, moveLocked } from '../runs/drive/move-run.ts';
import { keepRestoreOf } from '../runs/drive/note-restore.ts';
import { addArtifacts } from '../runs/store/artifacts.ts';
import { findRun } from '../runs/store/run-row.ts';
import { setApplied } from '../runs/store/run-tuning.ts';
import { setRunPreflight, setRunTarget, setStepCommand, specOf } from '../runs/store/runs.ts';
import type { AgentRecord } from './store/agents.ts';
import { answerCommand, listResults, lockRunOfCommand, type SentCommand } from './store/commands.ts';

/** An outcome of a command that this host never had is not believed, nor is the result of another command. */
export async function takeOutcome(lab: Lab, tx: Db, agent: AgentRecord, said: Outcome): Promise<Aftermath | null> {
  const found = await lockRunOfCommand(tx, said.commandId, agent.hostId);
  if (!found) {
    lab.log.warn({ commandId: said.commandId, hostId: agent.hostId }, 'outcome of an unknown command');
    return null;
  }
  const { command, run } = found;
  const fault = outcomeFault(command.body, said, agent.hostName);
  if (fault) lab.log.error({ hostId: agent.hostId, outcome: said }, fault.sentence);
  const outcome = fault ? asFailed(said, fault) : said;
  const { counts, pending } = await answerCommand(tx, run.id, outcome, lab.nowUs());
  if (counts !== 'again') {
    await keepDetails(lab, tx, command, outcome);
    await keepTuning(tx, command, outcome.result);
  }
  if (counts === 'stands') await keepTarget(tx, command, outcome.result);
  const event = { kind: 'answered', commandId: command.id, answer: toAnswer(command.body, outcome) } as const;
  return moveLocked(lab, tx, run, event, pending);
}

async function keepDetails(lab: Lab, tx: Db, command: SentCommand, outcome: Outcome): Promise<void> {
  const { runId, hostId, stepIndex, phase } = command;
  await addArtifacts(tx, { runId, hostId, commandId: command.id, stepIndex, phase }, outcome.artifacts, lab.nowUs());
  if (stepIndex !== null && phase !== null && outcome.command.length > 0) {
    await setStepCommand(tx, runId, stepIndex, phase, outcome.command);
  }
}

/** What the hosts say of the target: of what it is, its own host alone. */
async function keepTarget(tx: Db, { runId, hostId, body }: SentCommand, result: Outcome['result']): Promise<void> {
  if (result?.type === 'preflight') await setRunPreflight(tx, runId, { hostId, answers: result.answers });
  if (result?.type === 'start-target' && body.type === 'start-target') {
    const { type: _, ...own } = result;
    const services = own.services ?? (await servicesApart(tx, runId));
    const target = { ...own, ...(services && { services }) };
    const [server] = await findHosts(tx, [hostId]);
    if (server) await setRunTarget(tx, runId, { ...target, url: targetUrl(body, server.facts) } satisfies RunTarget);
  }
  if (result?.type === 'prepare' && body.type === 'prepare' && body.target.kind === 'external') {
    const run = await findRun(tx, runId);
    const known = (run?.target as unknown as RunTarget | null) ?? outsideTarget(body.target);
    await setRunTarget(tx, runId, withResolved(known, hostId, result.resolved ?? []));
  }
  if (result?.type === 'stop' && result.identity) await keepEnd(tx, runId, hostId, result.identity);
}

/** What the backend host said of the services that it started before the target; undefined where there is none, or it did not say. */
async function servicesApart(tx: Db, runId: string): Promise<RunTarget['services']> {
  const [started] = await listResults(tx, runId, 'start-backends', null, null);
  return started?.result.type === 'start-backends' ? started.result.services : undefined;
}

/** The target's files as they were at the end, and with them whether it is known. */
async function keepEnd(tx: Db, runId: string, hostId: string, identityAtEnd: TargetIdentity): Promise<void> {
  const run = await findRun(tx, runId);
  if (!run?.target || specOf(run).server?.hostId !== hostId) return;
  const target = { ...(run.target as unknown as RunTarget), identityAtEnd };
  const key = targetKey({ spec: specOf(run), imported: null, target });
  await setRunTarget(tx, runId, target, key && createHash('sha256').update(key).digest('hex'));
}

async function keepTuning(tx: Db, { runId, hostId }: SentCommand, result: Outcome['result']): Promise<void> {
  if (result?.type === 'apply-tuning') await setApplied(tx, runId, hostId, result.applied);
  if (result?.type === 'restore') await keepRestoreOf(tx, runId, hostId, result.restore);
}

function toAnswer(command: Command, { status, result, failure }: Outcome): Answer {
  const asked = command.type === 'preflight' && result?.type === 'preflight';
  const fault = asked ? preflightFault(result.answers, command.cookies) : null;
  if (fault) return { status: 'failed', ...fault };
  if (status === 'succeeded') {
    const mismatches = result?.type === 'restore' && !result.restore.matches ? result.restore.mismatches : [];
    return { status, mismatches };
  }
  return { status, code: failure?.code ?? status, sentence: failure?.sentence ?? 'The agent gave no reason.' };
}
