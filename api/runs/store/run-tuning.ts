import {
  type AppliedTuning,
  type HostEvidence,
  type RestoreResult,
  type Snapshot,
  snapshotMoment,
} from '../../contract/tuning.ts';
import { type Db, json, toNumber } from '../../platform/store/db.ts';
import type { MovedKey } from '../../rules/tuning/tuned-host.ts';
import { takesReports } from './run-reports.ts';

/** Whether the run had the host. */
export async function hasHost(db: Db, runId: string, hostId: string): Promise<boolean> {
  return (await db.runHost.count({ where: { runId, hostId } })) > 0;
}

export async function setApplied(db: Db, runId: string, hostId: string, applied: AppliedTuning): Promise<void> {
  await db.runHost.updateMany({ where: { runId, hostId }, data: { applied: json(applied) } });
}

/** Null: nothing was said of its restore yet; undefined: the run never had the host. */
export async function findRestored(db: Db, runId: string, hostId: string): Promise<RestoreResult | null | undefined> {
  const row = await db.runHost.findUnique({ where: { runId_hostId: { runId, hostId } }, select: { restored: true } });
  return row?.restored as unknown as RestoreResult | null | undefined;
}

export async function setRestored(db: Db, runId: string, hostId: string, restored: RestoreResult): Promise<void> {
  await db.runHost.updateMany({ where: { runId, hostId }, data: { restored: json(restored) } });
}

/**
 * One for each moment, the latest: a host may be put back more than once. False: the run takes none of this host now. In one
 * statement: where a thousand hosts are put back at once, each asks for two.
 */
export async function saveSnapshot(
  db: Db,
  runId: string,
  hostId: string,
  { moment, takenAtUs, values }: Snapshot,
  nowUs: number,
): Promise<boolean> {
  const saved = await db.$executeRaw`
    INSERT INTO "HostSnapshot" ("runId", "hostId", "moment", "takenAtUs", "values")
    SELECT h."runId", h."hostId", ${moment}, ${takenAtUs}::bigint, ${JSON.stringify(values)}::jsonb
    FROM "RunHost" h JOIN "Run" r ON r."id" = h."runId"
    WHERE h."runId" = ${runId}::uuid AND h."hostId" = ${hostId}::uuid AND ${takesReports(nowUs)}
    ON CONFLICT ("runId", "hostId", "moment")
    DO UPDATE SET "takenAtUs" = excluded."takenAtUs", "values" = excluded."values"`;
  return saved > 0;
}

export interface HostSnapshotRecord extends Snapshot {
  hostId: string;
}

/** Snapshots of some moments, or all, each host's in their order. */
export async function listSnapshots(
  db: Db,
  runId: string,
  moments: Snapshot['moment'][] | null = null,
): Promise<HostSnapshotRecord[]> {
  const rows = await db.hostSnapshot.findMany({
    where: { runId, ...(moments && { moment: { in: moments } }) },
    orderBy: { hostId: 'asc' },
  });
  const snapshots = rows.map((row) => ({
    hostId: row.hostId,
    moment: row.moment as Snapshot['moment'],
    takenAtUs: toNumber(row.takenAtUs),
    values: row.values as Record<string, string>,
  }));
  return snapshots.sort((a, b) => order(a.moment) - order(b.moment));
}

/** In the order of a run, because clocks may be set and times with them. */
const order = (moment: Snapshot['moment']): number => snapshotMoment.options.indexOf(moment);
export const inOrder = (moments: string[]): Snapshot['moment'][] =>
  snapshotMoment.options.filter((moment) => moments.includes(moment));

/**
 * What differs between two snapshots of each host. Found by the database, as next to none of a large host's thousands
 * of keys move. Each snapshot is unpacked once: key by key it would be unpacked for every one, which takes seconds.
 */
export async function listMoved(
  db: Db,
  runId: string,
  from: Snapshot['moment'],
  to: Snapshot['moment'],
): Promise<(MovedKey & { hostId: string })[]> {
  return db.$queryRaw`
    SELECT a."hostId"::text AS "hostId", k.key, k.before, k.after
    FROM "HostSnapshot" a
    JOIN "HostSnapshot" b ON b."runId" = a."runId" AND b."hostId" = a."hostId" AND b."moment" = ${to}
    CROSS JOIN LATERAL (
      SELECT key, x.value AS before, y.value AS after
      FROM jsonb_each_text(a."values") x FULL JOIN jsonb_each_text(b."values") y USING (key)
      WHERE x.value IS DISTINCT FROM y.value
    ) k
    WHERE a."runId" = ${runId}::uuid AND a."moment" = ${from}
    ORDER BY 1, 2`;
}

/** The few values of one moment that verdicts need: which line of a NIC has which number, and what steers packets. */
export async function listForVerdicts(
  db: Db,
  runId: string,
  moment: Snapshot['moment'],
): Promise<{ hostId: string; key: string; value: string }[]> {
  return db.$queryRaw`
    SELECT s."hostId"::text AS "hostId", k.key, k.value
    FROM "HostSnapshot" s CROSS JOIN LATERAL jsonb_each_text(s."values") k
    WHERE s."runId" = ${runId}::uuid AND s."moment" = ${moment} AND k.key ~ ${FOR_VERDICTS}`;
}
const FOR_VERDICTS =
  '^(irq/.*/effective|nic/.*(/affinity|/rps_cpus|/rps_flow_cnt)|sysctl/net[.]core[.]rps_sock_flow_entries)$';

/** What other processes used of each host in each step: the little of the evidence that a search goes by. */
export async function listOtherCpus(
  db: Db,
  runId: string,
): Promise<{ stepIndex: number; hostId: string; otherCpus: number | null }[]> {
  return db.$queryRaw`
    SELECT "stepIndex", "hostId"::text AS "hostId", (evidence->>'otherCpus')::float8 AS "otherCpus"
    FROM "StepEvidence" WHERE "runId" = ${runId}::uuid`;
}

export async function saveEvidence(db: Db, runId: string, stepIndex: number, evidence: HostEvidence[]): Promise<void> {
  await db.stepEvidence.createMany({
    data: evidence.map((one) => evidenceRow(runId, stepIndex, one)),
    skipDuplicates: true,
  });
}

export const evidenceRow = (runId: string, stepIndex: number, evidence: HostEvidence) => ({
  runId,
  hostId: evidence.hostId,
  stepIndex,
  evidence: json(evidence),
});

/** Stores the evidence of one host, in place of any before. */
export async function replaceEvidence(db: Db, runId: string, stepIndex: number, evidence: HostEvidence): Promise<void> {
  const { hostId } = evidence;
  await db.stepEvidence.upsert({
    where: { runId_hostId_stepIndex: { runId, hostId, stepIndex } },
    create: { runId, hostId, stepIndex, evidence: json(evidence) },
    update: { evidence: json(evidence) },
  });
}
