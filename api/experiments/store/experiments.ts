import { MAX_DOCUMENT_RUNS } from '../../contract/bounds.ts';
import type {
  Experiment,
  ExperimentDesign,
  ExperimentKind,
  ExperimentSummary,
  PrimaryOutcome,
  SpecChange,
} from '../../contract/experiment.ts';
import { SHARE_DOCUMENT_VERSION } from '../../contract/share.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { type Db, json } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';
import { groupsBy } from '../../rules/words/groups.ts';
import { answersOf, type KeptResult, resultColumns } from './experiment-results.ts';

const REF = { select: { id: true, question: true } } as const;

/** But for the result, which only its page shows, and for the document of an imported one, which has hundreds of runs. */
export const WHOLE = {
  omit: { result: true, importedDocument: true },
  include: {
    configurations: { orderBy: { index: 'asc' } },
    supersededBy: REF,
    supersedes: { ...REF, orderBy: { createdAtUs: 'asc' } },
  },
} as const satisfies Prisma.ExperimentDefaultArgs;

export type ExperimentRow = Prisma.ExperimentGetPayload<typeof WHOLE>;

export interface NewExperiment {
  id: string;
  kind: ExperimentKind;
  question: string;
  hypothesis: string;
  seed: number;
  rounds: number;
  extensionRounds: number | null;
  primary: PrimaryOutcome;
  marginPercent: number;
  conditions: string[];
  gateKey: string | null;
  attempt: number | null;
  design: ExperimentDesign;
  idempotencyKey: string | null;
  /** A schedule made it: what people ask for goes first. */
  scheduled: boolean;
  createdAtUs: number;
  createdByName: string | null;
  /** Null: planned. */
  startedAtUs: number | null;
  configurations: { name: string; spec: RunSpec; changes: SpecChange[] }[];
}

export async function insertExperiment(db: Db, { configurations, ...experiment }: NewExperiment): Promise<void> {
  const rows = configurations.map(({ name, spec, changes }, index) => ({
    index,
    name,
    changes: json(changes),
    specVersion: spec.specVersion,
    spec: json(spec),
  }));
  await db.experiment.create({
    data: {
      ...experiment,
      status: experiment.startedAtUs === null ? 'planned' : 'running',
      primary: json(experiment.primary),
      conditions: json(experiment.conditions),
      design: json(experiment.design),
      configurations: { create: rows },
    },
  });
}

/** An experiment that was run elsewhere: all of it is in the document it came with. */
export interface ImportedExperiment {
  id: string;
  experiment: Experiment;
  /** A ShareDocument of the experiment. */
  document: unknown;
  /** SHA-256 of the imported file: the same bytes are the same experiment. */
  originSha256: string;
}

export async function insertImportedExperiment(
  db: Db,
  { id, experiment, document, originSha256 }: ImportedExperiment,
): Promise<void> {
  const { kind, question, hypothesis, seed, rounds, extensionRounds, extended, marginPercent } = experiment;
  const { stoppedSentence, createdAtUs, createdByName, startedAtUs, endedAtUs, headline } = experiment;
  const { finding, findingAtUs, findingByName, primary, design } = experiment;
  await db.experiment.create({
    data: {
      ...{ id, kind, question, hypothesis, seed, rounds, extensionRounds, extended, marginPercent },
      ...{ stoppedSentence, createdAtUs, createdByName, startedAtUs, endedAtUs, headline },
      ...{ finding, findingAtUs, findingByName, originSha256 },
      status: 'done',
      primary: json(primary),
      design: json(design),
      importedDocument: json(document),
      answers: json(answersOf(experiment.result)),
    },
  });
}

export async function findImportedExperiment(db: Db, originSha256: string): Promise<string | null> {
  return (await db.experiment.findUnique({ where: { originSha256 }, select: { id: true } }))?.id ?? null;
}

/** The document of an imported experiment, as it is stored; null for one that was run here. */
export async function findExperimentDocument(db: Db, id: string): Promise<unknown> {
  return (
    (await db.experiment.findUnique({ where: { id }, select: { importedDocument: true } }))?.importedDocument ?? null
  );
}

/** An imported experiment has all of it in its document. */
export const isImported = ({ originSha256 }: Pick<ExperimentRow, 'originSha256'>): boolean => originSha256 !== null;

/**
 * What the documents of imported experiments say of them, but for their runs and their plans, by id; those of older versions
 * are left out. The database takes it out: the rest is thousands of times as much.
 */
export async function listImportedSummaries(db: Db, ids: string[]): Promise<Map<string, ExperimentSummary>> {
  const rows = await db.$queryRaw<{ id: string; told: ExperimentSummary }[]>`
    SELECT "id"::text, "importedDocument"->'experiment' #- '{result}' #- '{slots}' #- '{configurations}' #- '{design}' AS "told"
    FROM "Experiment" WHERE "id" = ANY(${ids}::uuid[]) AND "importedDocument"->'documentVersion' = to_jsonb(${SHARE_DOCUMENT_VERSION}::int)`;
  return new Map(rows.map(({ id, told }) => [id, told]));
}

/** Until the transaction ends, no other transaction moves the experiment. NO KEY: runs that are added hold its key. */
export async function lockExperiment(db: Db, id: string): Promise<void> {
  await db.$queryRaw`SELECT 1 FROM "Experiment" WHERE "id" = ${id}::uuid FOR NO KEY UPDATE`;
}

export async function findExperiment(db: Db, id: string): Promise<ExperimentRow | null> {
  return db.experiment.findUnique({ where: { id }, ...WHOLE });
}

export async function findExperiments(db: Db, ids: string[]): Promise<ExperimentRow[]> {
  return db.experiment.findMany({ where: { id: { in: ids } }, ...WHOLE });
}

export async function findExperimentByIdempotencyKey(db: Db, key: string): Promise<string | null> {
  return (await db.experiment.findUnique({ where: { idempotencyKey: key }, select: { id: true } }))?.id ?? null;
}

export const conditionsOf = ({ conditions }: Pick<ExperimentRow, 'conditions'>): string[] => conditions as string[];

/** The number of the last attempt with this key; 0 without one. Until the transaction ends, no other is numbered. */
export async function lastAttempt(db: Db, gateKey: string): Promise<number> {
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`gate ${gateKey}`}, 0))::text`;
  const { _max } = await db.experiment.aggregate({ where: { gateKey }, _max: { attempt: true } });
  return _max.attempt ?? 0;
}

/** Experiments with these keys, by key, the latest first. */
export async function listAttemptsAtGates(
  db: Db,
  gateKeys: string[],
): Promise<Map<string, { id: string; attempt: number }[]>> {
  if (gateKeys.length === 0) return new Map();
  const rows = await db.experiment.findMany({
    where: { gateKey: { in: gateKeys } },
    select: { id: true, gateKey: true, attempt: true },
    orderBy: { createdAtUs: 'desc' },
    take: MAX_DOCUMENT_RUNS,
  });
  return groupsBy(
    rows.map(({ id, gateKey, attempt }) => ({ id, gateKey: gateKey ?? '', attempt: attempt ?? 1 })),
    ({ gateKey }) => gateKey,
  );
}

export async function listRunningExperiments(db: Db, startedUntilUs = Number.MAX_SAFE_INTEGER): Promise<string[]> {
  const rows = await db.experiment.findMany({
    where: { status: 'running', startedAtUs: { lte: startedUntilUs } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ id }) => id);
}

/** Whether it is over, and what ended it early; null: there is no such experiment. */
export async function findEnd(db: Db, id: string): Promise<{ status: string; stoppedSentence: string | null } | null> {
  return db.experiment.findUnique({ where: { id }, select: { status: true, stoppedSentence: true } });
}

/** What can change of an experiment: where it stands, and people's words. */
export interface ExperimentChange {
  status?: 'running' | 'done';
  startedAtUs?: number;
  endedAtUs?: number;
  extended?: boolean;
  stoppedSentence?: string;
  finding?: string;
  findingAtUs?: number;
  findingByName?: string | null;
  supersededById?: string | null;
  /** The result of a finished experiment, by today's rules. */
  kept?: KeptResult;
}

export async function changeExperiment(db: Db, id: string, { kept, ...change }: ExperimentChange): Promise<void> {
  await db.experiment.update({ where: { id }, data: { ...change, ...(kept && resultColumns(kept)) } });
}

export async function eraseExperiment(db: Db, id: string): Promise<void> {
  await db.experiment.delete({ where: { id } });
}

/** So that two findings that supersede each other at the same moment are seen as the circle that they are. */
export async function lockFindings(db: Db): Promise<void> {
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('millionrps findings'))::text`;
}

/** The experiments that supersede this one, one after another; it is none of them unless they go in a circle. */
export async function listSuperseding(db: Db, id: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE later AS (
      SELECT "supersededById" AS "id" FROM "Experiment" WHERE "id" = ${id}::uuid
      UNION
      SELECT e."supersededById" FROM "Experiment" e JOIN later ON e."id" = later."id"
    )
    SELECT "id"::text FROM later WHERE "id" IS NOT NULL`;
  return rows.map((row) => row.id);
}

/** Names of hosts by id, whether they are enrolled still or not. */
export async function hostNames(db: Db, hostIds: string[]): Promise<Map<string, string>> {
  const rows = await db.host.findMany({ where: { id: { in: hostIds } }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
