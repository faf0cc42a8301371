import type { AlertChannel, AlertDirection, AlertState } from '../../contract/alert.ts';
import { type Db, json, toNumber } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';
import type { AlertStatus } from '../../rules/watch/alert.ts';
import type { Confirmation, ConfirmingExperiment } from '../../rules/watch/confirmation.ts';
import type { Budget } from '../../rules/watch/series.ts';
import type { RevisionRange, Suspect } from '../../rules/watch/suspect.ts';

/** What a confirming experiment is to decide, declared before it. `budget`: the limit of a budget; null otherwise. */
export interface Plan extends ConfirmingExperiment {
  budget: Budget | null;
}

/** By the id of each host. */
export type Boots = Record<string, string | null>;

const WHOLE = {
  include: {
    benchmark: { select: { name: true, archivedAtUs: true } },
    entries: { orderBy: { sequence: 'asc' } },
    experiment: { select: { status: true } },
  },
} as const satisfies Prisma.AlertDefaultArgs;

type Row = Prisma.AlertGetPayload<typeof WHOLE>;

export interface AlertRecord {
  id: string;
  benchmarkId: string;
  benchmarkName: string;
  hostClass: string;
  channel: AlertChannel;
  direction: AlertDirection;
  range: RevisionRange;
  status: AlertStatus;
  losses: number;
  suspectedAtUs: number;
  changedAtUs: number;
  decidedAtUs: number | null;
  notBeforeUs: number | null;
  waitingSentence: string | null;
  suspects: [Suspect, ...Suspect[]];
  boots: Boots;
  plan: Plan | null;
  shown: Confirmation['series'] | null;
  experimentId: string | null;
  /** Null: the experiment is deleted. */
  experimentStatus: string | null;
  entries: Row['entries'];
}

export interface NewAlert
  extends Pick<
    AlertRecord,
    'id' | 'benchmarkId' | 'hostClass' | 'channel' | 'direction' | 'range' | 'suspectedAtUs' | 'suspects' | 'boots'
  > {
  status: AlertStatus;
}

export interface AlertChange {
  status?: AlertStatus;
  losses?: number;
  suspectedAtUs?: number;
  decidedAtUs?: number;
  notBeforeUs?: number | null;
  waitingSentence?: string | null;
  range?: RevisionRange;
  suspects?: readonly Suspect[];
  boots?: Boots;
  plan?: Plan;
  shown?: Confirmation['series'] | null;
  experimentId?: string;
}

const rangeColumns = ({ before, after }: RevisionRange) => ({
  beforePlace: before?.place ?? null,
  beforeRevision: before?.revision ?? null,
  afterPlace: after.place,
  afterRevision: after.revision,
});

const statusColumns = ({ state, attempts, mutedUntilMs }: AlertStatus) => ({
  ...{ state, attempts },
  mutedUntilUs: mutedUntilMs === null ? null : Math.round(mutedUntilMs * 1000),
});

export async function insertAlert(db: Db, alert: NewAlert): Promise<void> {
  const { range, status, suspects, boots, ...rest } = alert;
  await db.alert.create({
    data: {
      ...rest,
      ...rangeColumns(range),
      ...statusColumns(status),
      changedAtUs: rest.suspectedAtUs,
      suspects: json(suspects),
      boots: json(boots),
      entries: { create: { sequence: 0, atUs: rest.suspectedAtUs, state: status.state } },
    },
  });
}

/** `entry`: what is to be read of the change later; null of one that is none of the alert's state. */
export async function updateAlert(
  db: Db,
  { id, entries }: Pick<AlertRecord, 'id' | 'entries'>,
  change: AlertChange,
  entry: { atUs: number; state: AlertState; byName: string | null; reason: string | null } | null,
): Promise<void> {
  const { status, range, suspects, boots, plan, shown, ...rest } = change;
  await db.alert.update({
    where: { id },
    data: {
      ...rest,
      ...(status && statusColumns(status)),
      ...(range && rangeColumns(range)),
      ...(suspects && { suspects: json(suspects) }),
      ...(boots && { boots: json(boots) }),
      ...(plan && { plan: json(plan) }),
      ...(shown && { shown: json(shown) }),
      ...(entry && {
        changedAtUs: entry.atUs,
        entries: { create: { sequence: 1 + (entries.at(-1)?.sequence ?? -1), ...entry } },
      }),
    },
  });
}

export async function findAlert(db: Db, id: string): Promise<AlertRecord | null> {
  const row = await db.alert.findUnique({ where: { id }, ...WHOLE });
  return row && toRecord(row);
}

/** Until the transaction ends, nobody else changes it. */
export async function lockAlert(db: Db, id: string): Promise<AlertRecord | null> {
  await db.$queryRaw`SELECT 1 FROM "Alert" WHERE "id" = ${id}::uuid FOR NO KEY UPDATE`;
  return findAlert(db, id);
}

/** Whether the experiment is to show what is suspected. */
export const confirmsAlert = async (db: Db, experimentId: string): Promise<boolean> =>
  (await db.alert.count({ where: { experimentId } })) > 0;

export interface WantedAlerts {
  benchmarkIds?: string[];
  states?: AlertState[];
  limit?: number;
}

/** The last changed first. */
export async function listAlerts(db: Db, { benchmarkIds, states, limit }: WantedAlerts): Promise<AlertRecord[]> {
  const rows = await db.alert.findMany({
    ...WHOLE,
    where: { ...(benchmarkIds && { benchmarkId: { in: benchmarkIds } }), ...(states && { state: { in: states } }) },
    orderBy: [{ changedAtUs: 'desc' }, { id: 'desc' }],
    ...(limit !== undefined && { take: limit }),
  });
  return rows.map(toRecord);
}

/** Those of active benchmarks that wait for the instance: an experiment is to begin or is over, or a mute has ended. */
export async function listWaitingAlerts(db: Db, nowUs: number): Promise<AlertRecord[]> {
  const rows = await db.alert.findMany({
    ...WHOLE,
    where: {
      benchmark: { archivedAtUs: null },
      OR: [
        { state: 'suspected', OR: [{ notBeforeUs: null }, { notBeforeUs: { lte: nowUs } }] },
        { state: 'confirming', OR: [{ experimentId: null }, { experiment: { status: 'done' } }] },
        { state: 'muted', mutedUntilUs: { lte: nowUs } },
      ],
    },
    orderBy: { id: 'asc' },
  });
  return rows.map(toRecord);
}

function toRecord(row: Row): AlertRecord {
  const optional = (value: bigint | null): number | null => (value === null ? null : toNumber(value));
  const { id, benchmarkId, hostClass, losses, waitingSentence, experimentId, entries } = row;
  return {
    ...{ id, benchmarkId, hostClass, losses, waitingSentence, experimentId, entries },
    benchmarkName: row.benchmark.name,
    channel: row.channel as AlertChannel,
    direction: row.direction as AlertDirection,
    range: {
      before: row.beforePlace === null ? null : { place: row.beforePlace, revision: row.beforeRevision ?? '' },
      after: { place: row.afterPlace, revision: row.afterRevision },
    },
    status: {
      state: row.state as AlertState,
      attempts: row.attempts,
      mutedUntilMs: row.mutedUntilUs === null ? null : toNumber(row.mutedUntilUs) / 1000,
    },
    suspectedAtUs: toNumber(row.suspectedAtUs),
    changedAtUs: toNumber(row.changedAtUs),
    decidedAtUs: optional(row.decidedAtUs),
    notBeforeUs: optional(row.notBeforeUs),
    suspects: row.suspects as unknown as AlertRecord['suspects'],
    boots: row.boots as unknown as Boots,
    plan: row.plan as unknown as Plan | null,
    shown: row.shown as unknown as AlertRecord['shown'],
    experimentStatus: row.experiment?.status ?? null,
  };
}
