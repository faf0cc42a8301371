import type { Command } from '../../contract/agent-commands.ts';
import type { CommandResult, Outcome } from '../../contract/agent-reports.ts';
import { type Db, json } from '../../platform/store/db.ts';
import type { PendingCommand } from '../../rules/run/run-machine.ts';

export interface CommandRecord {
  id: string;
  runId: string;
  hostId: string;
  type: Command['type'];
  stepIndex: number | null;
  phase: 'warmup' | 'measure' | null;
}

/** A command with what it asks. */
export interface SentCommand extends CommandRecord {
  body: Command;
}

export async function createCommands(db: Db, commands: SentCommand[], nowUs: number): Promise<void> {
  const rows = commands.map(({ body, ...rest }) => ({ ...rest, body: json(body), createdAtUs: nowUs }));
  await db.command.createMany({ data: rows });
}

/** Commands of a run that the state machine waits for. */
export async function listPending(db: Db, runId: string): Promise<PendingCommand[]> {
  const rows = await db.command.findMany({ where: { runId, status: null }, orderBy: { id: 'asc' } });
  return rows.map((r) => ({ commandId: r.id, hostId: r.hostId, type: r.type as Command['type'] }));
}

/**
 * Commands that an agent has not received yet, oldest first, and whether tasks asked for after `sinceUs` wait for it. In one
 * query: every agent asks all the time.
 */
export async function findWork(
  db: Db,
  hostId: string,
  holding: string[],
  sinceUs: number,
): Promise<{ commands: Command[]; tasksWait: boolean }> {
  const [found] = await db.$queryRaw<{ commands: Command[]; tasksWait: boolean }[]>`
    SELECT
      (SELECT coalesce(json_agg(c."body" ORDER BY c."id"), '[]') FROM "Command" c
        WHERE c."hostId" = ${hostId}::uuid AND c."status" IS NULL AND c."id" <> ALL(${holding}::uuid[])) AS "commands",
      EXISTS (SELECT 1 FROM "HostTask" t
        WHERE t."hostId" = ${hostId}::uuid AND t."handedOutAtUs" IS NULL AND t."createdAtUs" >= ${sinceUs}) AS "tasksWait"`;
  return found ?? { commands: [], tasksWait: false };
}

export async function findCommand(db: Db, commandId: string, hostId: string): Promise<SentCommand | null> {
  const row = await db.command.findFirst({ where: { id: commandId, hostId } });
  if (!row) return null;
  const { id, runId, stepIndex } = row;
  return {
    id,
    runId,
    hostId,
    stepIndex,
    type: row.type as Command['type'],
    phase: row.phase as CommandRecord['phase'],
    body: row.body as unknown as Command,
  };
}

/**
 * Whether an outcome `stands` for its command, came `late` for one that was given up, or comes `again`: the first one counts.
 */
export async function answerCommand(db: Db, outcome: Outcome, nowUs: number): Promise<'stands' | 'late' | 'again'> {
  const data = { outcome: json(outcome), answeredAtUs: nowUs };
  const { count: standing } = await db.command.updateMany({
    where: { id: outcome.commandId, status: null },
    data: { ...data, status: outcome.status },
  });
  if (standing > 0) return 'stands';
  const where = { id: outcome.commandId, status: 'abandoned', answeredAtUs: null };
  const { count: late } = await db.command.updateMany({ where, data });
  return late > 0 ? 'late' : 'again';
}

export async function abandonCommands(db: Db, commandIds: string[]): Promise<void> {
  if (commandIds.length === 0) return;
  await db.command.updateMany({ where: { id: { in: commandIds }, status: null }, data: { status: 'abandoned' } });
}

/** Every command of one kind in a step, with its body and its outcome; null while there is none. */
export async function listAnswers(
  db: Db,
  runId: string,
  type: Command['type'],
  stepIndex: number,
  phase: CommandRecord['phase'],
): Promise<{ commandId: string; hostId: string; body: Command; outcome: Outcome | null }[]> {
  const rows = await db.command.findMany({
    where: { runId, type, stepIndex, phase },
    orderBy: { id: 'asc' },
    select: { id: true, hostId: true, body: true, outcome: true },
  });
  return rows.map(({ id, hostId, body, outcome }) => ({
    commandId: id,
    hostId,
    body: body as unknown as Command,
    outcome: outcome as unknown as Outcome | null,
  }));
}

/** What succeeded commands of one kind brought, by host. */
export async function listResults(
  db: Db,
  runId: string,
  type: Command['type'],
  stepIndex: number | null,
  phase: CommandRecord['phase'],
): Promise<{ commandId: string; hostId: string; result: CommandResult }[]> {
  const rows = await db.command.findMany({
    where: { runId, type, stepIndex, phase, status: 'succeeded' },
    orderBy: { id: 'asc' },
    select: { id: true, hostId: true, outcome: true },
  });
  return rows.flatMap(({ id, hostId, outcome }) => {
    const { result } = outcome as unknown as Outcome;
    return result ? [{ commandId: id, hostId, result }] : [];
  });
}
