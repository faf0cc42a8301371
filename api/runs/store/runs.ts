import { isDeepStrictEqual } from 'node:util';
import type { HostFacts } from '../../contract/host.ts';
import type { StepSpec } from '../../contract/load.ts';
import type { RunPreflight } from '../../contract/preflight.ts';
import type { RunState, RunTarget } from '../../contract/run.ts';
import type { KeptSpec } from '../../contract/spec.ts';
import type { RunStep, StepProfile } from '../../contract/step.ts';
import { type Db, json, plain } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';
import { type RunMachine, TERMINAL_STATES } from '../../rules/run/run-machine.ts';
import { upgradeSpec } from '../../rules/spec/spec-upgrade.ts';
import { ANNOTATIONS } from './annotations.ts';
import type { RunRow } from './run-row.ts';

/** Everything that its page shows, but samples. */
const WITH_TUNING = {
  transitions: { orderBy: { sequence: 'asc' } },
  artifacts: { orderBy: { id: 'asc' } },
  annotations: ANNOTATIONS,
  experiment: { select: { experimentId: true } },
  imported: { select: { source: true, document: true } },
  steps: {
    orderBy: { index: 'asc' },
    include: { point: true, clients: { orderBy: { hostId: 'asc' } } },
  },
  hosts: {
    orderBy: { hostId: 'asc' },
    include: {
      snapshots: { select: { moment: true } },
      evidence: { orderBy: { stepIndex: 'asc' } },
    },
  },
} as const satisfies Prisma.RunInclude;

export type TunedRunRow = Prisma.RunGetPayload<{ include: typeof WITH_TUNING }>;

const upgraded = new WeakMap<object, KeptSpec>();

/** Checked and upgraded once for each row that was read. All callers share it, so do not change it. */
export function specOf(row: { spec: Prisma.JsonValue }): KeptSpec {
  const stored = row.spec as object;
  const spec = upgraded.get(stored) ?? upgradeSpec(stored);
  upgraded.set(stored, spec);
  return spec;
}

/** What a step asked for: with a search the spec of its run has the first one alone. */
export const stepSpecOf = (row: { spec: Prisma.JsonValue }): StepSpec => row.spec as unknown as StepSpec;

export interface NewRun {
  id: string;
  name: string;
  spec: KeptSpec;
  idempotencyKey: string | null;
  basedOnRunId: string | null;
  createdByName: string | null;
  revisionLabel?: string | null;
  /** Of an experiment that a schedule made. */
  scheduled?: boolean;
  hosts: { hostId: string; name: string; roles: string[]; agentVersion: string; facts: HostFacts }[];
  nowUs: number;
}

/** The rows of a new run in each table; rows that belong to it lack its id. */
export const newRunRows = (run: NewRun) => ({
  run: {
    id: run.id,
    name: run.name,
    specVersion: run.spec.specVersion,
    spec: json(run.spec),
    state: 'queued',
    createdAtUs: run.nowUs,
    idempotencyKey: run.idempotencyKey,
    scheduled: run.scheduled ?? false,
    basedOnRunId: run.basedOnRunId,
    createdByName: run.createdByName,
    revisionLabel: run.revisionLabel ?? null,
  },
  hosts: run.hosts.map((h) => ({ ...h, facts: json(h.facts) })),
  steps: run.spec.load.steps.map((step, index) => ({ index, spec: json(step), status: 'planned' })),
  transitions: [{ sequence: 0, state: 'queued', atUs: run.nowUs }],
});

export async function createRun(db: Db, newRun: NewRun): Promise<void> {
  const { run, hosts, steps, transitions } = newRunRows(newRun);
  await db.run.create({
    data: { ...run, hosts: { create: hosts }, steps: { create: steps }, transitions: { create: transitions } },
  });
}

/** What was known of its hosts when it was made, by their ids: what the spec was checked with. */
export async function findRunFacts(db: Db, runId: string): Promise<Map<string, HostFacts>> {
  const rows = await db.runHost.findMany({ where: { runId }, select: { hostId: true, facts: true } });
  return new Map(rows.map(({ hostId, facts }) => [hostId, facts as unknown as HostFacts]));
}

export async function findRunState(db: Db, runId: string): Promise<RunState | null> {
  const row = await db.run.findFirst({ where: { id: runId, deletedAtUs: null }, select: { state: true } });
  return row && (row.state as RunState);
}

export async function findTunedRun(db: Db, runId: string): Promise<TunedRunRow | null> {
  return db.run.findFirst({ where: { id: runId, deletedAtUs: null }, include: WITH_TUNING });
}

export async function findRunByIdempotencyKey(db: Db, key: string): Promise<string | null> {
  const row = await db.run.findUnique({ where: { idempotencyKey: key }, select: { id: true } });
  return row?.id ?? null;
}

export interface LockedRun {
  id: string;
  state: RunState;
  wakeAtUs: number | null;
}

/**
 * Until the transaction ends, no other moves the run. NO KEY: frames that another agent of the run is storing hold its
 * key, and with outcomes behind them both agents would wait for each other.
 */
export async function lockRun(db: Db, runId: string): Promise<LockedRun | null> {
  const [row] = await db.$queryRaw<LockedRun[]>`
    SELECT "id"::text AS "id", "state", "wakeAtUs"::float8 AS "wakeAtUs" FROM "Run"
    WHERE "id" = ${runId}::uuid FOR NO KEY UPDATE`;
  return row ?? null;
}

export async function listActiveRuns(
  db: Db,
  madeUntilUs = Number.MAX_SAFE_INTEGER,
): Promise<{ id: string; state: RunState; wakeAtUs: number | null }[]> {
  const rows = await db.run.findMany({
    where: { state: { notIn: [...TERMINAL_STATES] }, createdAtUs: { lte: madeUntilUs } },
    select: { id: true, state: true, wakeAtUs: true },
    orderBy: { id: 'asc' },
  });
  return rows.map((row) => ({ ...plain(row), state: row.state as RunState }));
}

/** Hosts that runs use or wait for. */
export async function hostsOfRunsUnderWay(db: Db): Promise<string[]> {
  const run = { state: { notIn: [...TERMINAL_STATES] }, deletedAtUs: null };
  return (await db.runHost.findMany({ where: { run }, select: { hostId: true } })).map(({ hostId }) => hostId);
}

/** What it is to wait for hosts, enrolled or launched. */
export const WAITING: RunState[] = ['queued', 'provisioning'];

export async function isWaitingRun(db: Db, runId: string): Promise<boolean> {
  return (await db.run.count({ where: { id: runId, state: { in: WAITING } } })) > 0;
}

/** Runs that wait for their hosts: those of people, oldest first, and then those of schedules. */
export async function listWaitingRuns(db: Db): Promise<{ id: string; scheduled: boolean; hostIds: string[] }[]> {
  return db.$queryRaw<{ id: string; scheduled: boolean; hostIds: string[] }[]>`
    SELECT r."id"::text AS "id", r."scheduled",
      ARRAY(SELECT h."hostId"::text FROM "RunHost" h WHERE h."runId" = r."id") AS "hostIds"
    FROM "Run" r WHERE r."state" = ANY(${WAITING}) AND r."deletedAtUs" IS NULL ORDER BY r."scheduled", r."id"`;
}

/** The key is the same in runs whose targets are known to be the same; null where that is not known. */
export async function setRunTarget(
  db: Db,
  runId: string,
  target: RunTarget,
  targetKey: string | null = null,
): Promise<void> {
  await db.run.update({ where: { id: runId }, data: { target: json(target), targetKey } });
}

/** What was found on hosts that were still to come when the run was made. */
export async function setRunHosts(
  db: Db,
  runId: string,
  { spec, hosts }: Pick<NewRun, 'spec' | 'hosts'>,
): Promise<void> {
  await db.run.update({ where: { id: runId }, data: { spec: json(spec) } });
  for (const { hostId, name, agentVersion, facts } of hosts) {
    await db.runHost.update({
      where: { runId_hostId: { runId, hostId } },
      data: { name, agentVersion, facts: json(facts) },
    });
  }
}

export async function setRunPreflight(db: Db, runId: string, preflight: RunPreflight): Promise<void> {
  await db.run.update({ where: { id: runId }, data: { preflight: json(preflight) } });
}

const isMatch = (row: object, columns: object): boolean => isDeepStrictEqual({ ...row, ...columns }, row);

/** Writes what the state machine decided about the run itself. */
export async function saveMachine(
  db: Db,
  row: RunRow,
  machine: RunMachine,
  times: { startedAtUs?: number; endedAtUs?: number },
): Promise<void> {
  const own = {
    state: machine.state as string,
    stepIndex: machine.stepIndex,
    ending: machine.ending?.as ?? null,
    failureCode: machine.ending?.code ?? null,
    failure: machine.ending?.sentence ?? null,
    wakeAtUs: machine.wakeAtUs,
    ...times,
  };
  // Most answers leave it as it is: others are still to come.
  if (!isMatch(plain(row), own)) await db.run.update({ where: { id: row.id }, data: own });
  for (const [index, step] of machine.steps.entries()) {
    if (row.steps[index]?.status !== step.status) {
      await db.step.update({ where: { runId_index: { runId: row.id, index } }, data: { status: step.status } });
    }
  }
  for (const host of machine.hosts) {
    if (host.lost && !row.hosts.find((h) => h.hostId === host.hostId)?.lost) {
      await db.runHost.update({
        where: { runId_hostId: { runId: row.id, hostId: host.hostId } },
        data: { lost: true },
      });
    }
  }
}

type Awaiting = { status: string; point: object | null };
/** It is measured, and its figures are still to be made of what was reported. */
const awaitsPoint = ({ status, point }: Awaiting): boolean => status === 'measured' && point === null;

/** As a person is told: a step without its figures is not measured yet. */
export const statusOf = (step: Awaiting): RunStep['status'] =>
  awaitsPoint(step) ? 'counting' : (step.status as RunStep['status']);

export const stepsAwaitingPoints = ({ steps }: RunRow): number[] => steps.filter(awaitsPoint).map(({ index }) => index);

const AWAITING = { status: 'measured', point: null } as const satisfies Prisma.StepWhereInput;

export async function isAwaitingPoint(db: Db, runId: string, index: number): Promise<boolean> {
  return (await db.step.count({ where: { runId, index, ...AWAITING } })) > 0;
}

/**
 * Runs that have such steps: after this process, or another, was away. Of those that are over only the ones that ended
 * after this time: a process of the release before does not wait for points.
 */
export async function listAwaitingPoints(db: Db, endedAfterUs: number): Promise<string[]> {
  const open = [{ state: { notIn: [...TERMINAL_STATES] } }, { endedAtUs: { gte: endedAfterUs } }];
  const rows = await db.run.findMany({
    where: { OR: open, steps: { some: AWAITING } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ id }) => id);
}

export async function failStep(db: Db, runId: string, index: number, code: string, sentence: string): Promise<void> {
  await db.step.update({ where: { runId_index: { runId, index } }, data: { failureCode: code, failure: sentence } });
}

/** Steps that a search plans while the run goes on. */
export async function addSteps(db: Db, runId: string, steps: { stepIndex: number; spec: StepSpec }[]): Promise<void> {
  await db.step.createMany({
    data: steps.map(({ stepIndex, spec }) => ({ runId, index: stepIndex, spec: json(spec), status: 'planned' })),
  });
}

export async function setStepProfiles(db: Db, runId: string, index: number, profiles: StepProfile[]): Promise<void> {
  await db.step.update({ where: { runId_index: { runId, index } }, data: { profiles: json(profiles) } });
}

export async function setStepCommand(
  db: Db,
  runId: string,
  index: number,
  phase: 'warmup' | 'measure',
  command: string[],
): Promise<void> {
  const data = phase === 'warmup' ? { warmupCommand: command } : { command };
  await db.step.update({ where: { runId_index: { runId, index } }, data });
}

export async function addTransitions(
  db: Db,
  runId: string,
  after: number,
  entered: { state: string; stepIndex: number | null; note: string | null }[],
  atUs: number,
): Promise<void> {
  await db.runTransition.createMany({
    data: entered.map((e, i) => ({
      runId,
      sequence: after + 1 + i,
      state: e.state,
      stepIndex: e.stepIndex,
      note: e.note,
      atUs,
    })),
  });
}

/** People's words about a run. */
export async function setLabels(
  db: Db,
  runId: string,
  labels: { name?: string; tags?: string[]; notes?: string },
): Promise<void> {
  await db.run.update({ where: { id: runId }, data: labels });
}

/** Whether there is such a run that is not deleted. */
export async function isRun(db: Db, runId: string): Promise<boolean> {
  return (await db.run.count({ where: { id: runId, deletedAtUs: null } })) > 0;
}

/** Those of these ids that are runs. */
export async function knownRuns(db: Db, runIds: string[]): Promise<Set<string>> {
  const rows = await db.run.findMany({ where: { id: { in: runIds } }, select: { id: true } });
  return new Set(rows.map((row) => row.id));
}

/** Those of the ids that a person finds here. */
export async function presentRuns(db: Db, runIds: string[]): Promise<Set<string>> {
  const rows = await db.run.findMany({ where: { id: { in: runIds }, deletedAtUs: null }, select: { id: true } });
  return new Set(rows.map((row) => row.id));
}
