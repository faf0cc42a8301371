import type { ReportEntry } from '../contract/agent-reports.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { asFailed, REPORT_REFUSED } from '../rules/run/outcome-fault.ts';
import { type Aftermath, moveRun } from '../runs/drive/move-run.ts';
import { settle } from '../runs/drive/settle.ts';
import { hasHost } from '../runs/store/run-tuning.ts';
import type { AgentRecord } from './store/agents.ts';
import { findCommand } from './store/commands.ts';
import { takeOutcome } from './take-outcome.ts';

/**
 * Answers reports that can never be stored. An agent halves what is refused until one entry is left, sets that aside in
 * a file and goes on. Here the entry is logged, and its run ends with the reason.
 */
export async function refuseReports(
  lab: Lab,
  agent: AgentRecord,
  entries: ReportEntry[],
  cause: unknown,
): Promise<AppError> {
  const [entry, ...more] = entries;
  if (entry && more.length === 0) {
    lab.log.error({ err: cause, hostId: agent.hostId, entry }, 'a report that can never be stored');
    await endRunOf(lab, agent, entry).catch((error: unknown) =>
      lab.log.error({ err: error, hostId: agent.hostId }, 'ending the run of a report that can never be stored'),
    );
  }
  return new AppError('unusable-report', 'A report cannot be stored; the log of this instance says why.');
}

async function endRunOf(lab: Lab, agent: AgentRecord, entry: ReportEntry): Promise<void> {
  const aftermath = await lab.database.transaction(async (tx) => {
    switch (entry.type) {
      case 'outcome':
        return failCommand(lab, tx, agent, entry.outcome.commandId);
      case 'snapshot':
        return failRun(lab, tx, agent, entry.runId, 'a snapshot');
      case 'target-exited':
        return failRun(lab, tx, agent, entry.runId, 'the end of the target');
      case 'layout':
      case 'frame':
      case 'restored':
        return null;
    }
  });
  await settle(lab, aftermath ? [aftermath] : []);
}

async function failCommand(lab: Lab, tx: Db, agent: AgentRecord, commandId: string): Promise<Aftermath | null> {
  const command = await findCommand(tx, commandId, agent.hostId);
  if (!command) return null;
  const failure = { code: REPORT_REFUSED, sentence: sentenceOf(agent, `the outcome of ${command.type}`) };
  return takeOutcome(lab, tx, agent, asFailed({ commandId }, failure));
}

async function failRun(lab: Lab, tx: Db, agent: AgentRecord, runId: string, what: string): Promise<Aftermath | null> {
  if (!(await hasHost(tx, runId, agent.hostId))) return null;
  return moveRun(lab, tx, runId, { kind: 'report-refused', sentence: sentenceOf(agent, what) });
}

const sentenceOf = ({ hostName }: AgentRecord, what: string): string =>
  `The instance could not store ${what} that ${hostName} reported; its log says why, and the agent keeps the report.`;
