import type { Command } from '../../contract/agent-commands.ts';
import type { CommandResult, Outcome } from '../../contract/agent-reports.ts';
import { type Db, json } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import type { PendingCommand } from '../../rules/run/run-machine.ts';
import type { LockedRun } from '../../runs/store/runs.ts';
import { lockedAgents } from './agents.ts';

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

const pendingOf = (runId: string): Prisma.Sql => Prisma.sql`
  SELECT "id"::text AS "commandId", "hostId"::text AS "hostId", "type" FROM "Command"
  WHERE "runId" = ${runId}::uuid AND "status" IS NULL ORDER BY "id"`;

/** Commands of a run that the state machine waits for. */
export const listPending = (db: Db, runId: string): Promise<PendingCommand[]> =>
  db.$queryRaw<PendingCommand[]>`${pendingOf(runId)}`;

/** `holding`: commands that the agent has. `pollId`: of a poll that begins with this look; null when that is noted already. */
export interface WorkLook {
  agentId: string;
  hostId: string;
  holding: string[];
  pollId: string | null;
}

export interface FoundWork {
  /** Commands that the agent has not received yet, oldest first. */
  commands: Command[];
  tasksWait: boolean;
  /** Whether the poll is noted as begun. */
  begun: boolean;
}

/**
 * What hosts have to do, in the order of the looks; tasks only if asked for after `sinceUs`. A poll that begins shows that its agent is there,
 * whatever was dropped before; that is left for its next look while something else changes the agent, or one hello would hold up everybody's
 * polls. All in one query: every agent asks all the time.
 */
export async function findWork(db: Db, looks: WorkLook[], sinceUs: number): Promise<FoundWork[]> {
  const polls = new Map(looks.flatMap(({ agentId, pollId }) => (pollId === null ? [] : [[agentId, pollId] as const])));
  return db.$queryRaw<FoundWork[]>`
    WITH live AS MATERIALIZED (${lockedAgents([...polls.keys()])} SKIP LOCKED),
    begun AS (
      UPDATE "Agent" a SET "pollId" = said."pollId", "cutOffAtUs" = NULL
      FROM live JOIN unnest(${[...polls.keys()]}::uuid[], ${[...polls.values()]}::uuid[]) AS said("id", "pollId")
        ON said."id" = live."id"
      WHERE a."id" = live."id")
    SELECT
      (SELECT coalesce(json_agg(c."body" ORDER BY c."id"), '[]') FROM "Command" c
        WHERE c."hostId" = look."hostId" AND c."status" IS NULL AND c."id" <> ALL(look."holding")) AS "commands",
      EXISTS (SELECT 1 FROM "HostTask" t
        WHERE t."hostId" = look."hostId" AND t."handedOutAtUs" IS NULL AND t."createdAtUs" >= ${sinceUs}) AS "tasksWait",
      EXISTS (SELECT 1 FROM live WHERE live."id" = look."agentId") AS "begun"
    FROM json_to_recordset(${JSON.stringify(looks.map((look, at) => ({ ...look, at })))}::json)
      AS look("at" int, "agentId" uuid, "hostId" uuid, "holding" uuid[])
    ORDER BY look."at"`;
}

const sent = Prisma.sql`
  c."id"::text AS "id", c."runId"::text AS "runId", c."hostId"::text AS "hostId", c."stepIndex", c."type", c."phase", c."body"`;

/** Null for a command that this host never had. */
export async function findCommand(db: Db, commandId: string, hostId: string): Promise<SentCommand | null> {
  const [row] = await db.$queryRaw<SentCommand[]>`
    SELECT ${sent} FROM "Command" c WHERE c."id" = ${commandId}::uuid AND c."hostId" = ${hostId}::uuid`;
  return row ?? null;
}

/** The same, and until the transaction ends, no other moves its run. */
export async function lockRunOfCommand(
  db: Db,
  commandId: string,
  hostId: string,
): Promise<{ command: SentCommand; run: LockedRun } | null> {
  const [row] = await db.$queryRaw<(SentCommand & { run: LockedRun })[]>`
    SELECT ${sent}, json_build_object('id', r."id", 'state', r."state", 'wakeAtUs', r."wakeAtUs") AS "run"
    FROM "Command" c JOIN "Run" r ON r."id" = c."runId"
    WHERE c."id" = ${commandId}::uuid AND c."hostId" = ${hostId}::uuid FOR NO KEY UPDATE OF r`;
  if (!row) return null;
  const { run, ...command } = row;
  return { command, run };
}

export interface Answered {
  /** Whether the outcome `stands` for its command, came `late` for one that was given up, or comes `again`: the first one counts. */
  counts: 'stands' | 'late' | 'again';
  /** What the run waited for until then: all in one statement, as every host of a run answers. */
  pending: PendingCommand[];
}

/** Of a command of this run, which is locked. */
export async function answerCommand(db: Db, runId: string, outcome: Outcome, nowUs: number): Promise<Answered> {
  const [row] = await db.$queryRaw<[{ status: string | null; pending: PendingCommand[] }]>`
    WITH answered AS (
      UPDATE "Command" SET "outcome" = ${JSON.stringify(outcome)}::jsonb, "answeredAtUs" = ${nowUs}::bigint,
        "status" = coalesce("status", ${outcome.status})
      WHERE "id" = ${outcome.commandId}::uuid
        AND ("status" IS NULL OR ("status" = 'abandoned' AND "answeredAtUs" IS NULL))
      RETURNING "status")
    SELECT (SELECT "status" FROM answered) AS "status",
      (SELECT coalesce(json_agg(p), '[]') FROM (${pendingOf(runId)}) p) AS "pending"`;
  const counts = row.status === null ? 'again' : row.status === 'abandoned' ? 'late' : 'stands';
  return { counts, pending: row.pending };
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
