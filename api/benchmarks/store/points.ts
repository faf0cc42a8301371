import { type Db, json, orNull, toNumber } from '../../platform/store/db.ts';
import type { HostsThen } from '../../rules/watch/host-class.ts';
import type { KeptPoint } from '../../rules/watch/kept-point.ts';
import type { KeptFigure } from '../../rules/watch/point-of-experiment.ts';

export interface NewPoint {
  experimentId: string;
  benchmarkId: string;
  version: number;
  revision: string;
  reference: string | null;
}

export interface KnownRevision {
  revision: string;
  place: number;
  committedAtUs: number | null;
  subject: string | null;
}

export async function insertPoint(db: Db, point: NewPoint): Promise<void> {
  await db.benchmarkPoint.create({ data: point });
}

/** The benchmark whose point an experiment measures; null: it measures none. */
export async function benchmarkOf(db: Db, experimentId: string): Promise<string | null> {
  const select = { benchmarkId: true };
  return (await db.benchmarkPoint.findUnique({ where: { experimentId }, select }))?.benchmarkId ?? null;
}

/** Whether a version of a benchmark has measured a revision to the end. */
export async function wasMeasured(db: Db, benchmarkId: string, version: number, revision: string): Promise<boolean> {
  const experiment = { stoppedSentence: null };
  const where = { benchmarkId, version, revision, measuredAtUs: { not: null }, experiment };
  return (await db.benchmarkPoint.count({ where })) > 0;
}

export async function listPlaces(db: Db, benchmarkId: string): Promise<Map<string, number>> {
  const rows = await db.benchmarkRevision.findMany({ where: { benchmarkId }, select: { revision: true, place: true } });
  return new Map(rows.map(({ revision, place }) => [revision, place]));
}

export const findRevisions = (db: Db, benchmarkId: string, revisions: string[]) =>
  db.benchmarkRevision.findMany({ where: { benchmarkId, revision: { in: revisions } } });

/**
 * Commits from one to another along first parents, both included; the oldest first. Empty where the first is not before the second;
 * null where commits between are not known.
 */
export async function listRevisionsBetween(
  db: Db,
  benchmarkId: string,
  from: string,
  to: string,
): Promise<string[] | null> {
  const ends = await findRevisions(db, benchmarkId, [from, to]);
  const placeOf = (revision: string): number | undefined => ends.find((one) => one.revision === revision)?.place;
  const [first, last] = [placeOf(from), placeOf(to)];
  if (first === undefined || last === undefined || first >= last) return [];
  const rows = await db.benchmarkRevision.findMany({
    where: { benchmarkId, place: { gte: first, lte: last } },
    select: { revision: true, place: true },
    orderBy: { place: 'asc' },
  });
  const known = new Set(rows.map(({ place }) => place)).size === rows.length && rows.length === last - first + 1;
  return known ? rows.map(({ revision }) => revision) : null;
}

/** Those that are known keep what is known of them. */
export async function addRevisions(db: Db, benchmarkId: string, revisions: KnownRevision[]): Promise<void> {
  await db.benchmarkRevision.createMany({
    data: revisions.map((revision) => ({ benchmarkId, ...revision })),
    skipDuplicates: true,
  });
}

/** Points whose experiment is over and whose figures are not kept yet: ids of experiments. */
export async function listUnkept(db: Db): Promise<string[]> {
  const rows = await db.benchmarkPoint.findMany({
    where: { measuredAtUs: null, experiment: { status: 'done' } },
    select: { experimentId: true },
    orderBy: { experimentId: 'asc' },
  });
  return rows.map(({ experimentId }) => experimentId);
}

export interface DuePoint {
  experimentId: string;
  benchmarkId: string;
  hostClass: string | null;
}

/** Points that were not judged yet, also those that are being measured. */
export async function listUnjudged(db: Db): Promise<(DuePoint & { measuredAtUs: number | null })[]> {
  const rows = await db.benchmarkPoint.findMany({
    where: { judgedAtUs: null },
    select: { experimentId: true, benchmarkId: true, hostClass: true, measuredAtUs: true },
    orderBy: { experimentId: 'asc' },
  });
  return rows.map((row) => ({ ...row, measuredAtUs: orNull(row.measuredAtUs) }));
}

/** False where another process has judged some of them: then nothing is to be made of them once more. */
export async function markJudged(tx: Db, points: readonly DuePoint[], judgedAtUs: number): Promise<boolean> {
  const ids = points.map(({ experimentId }) => experimentId);
  const where = { experimentId: { in: ids }, judgedAtUs: null };
  const { count } = await tx.benchmarkPoint.updateMany({ where, data: { judgedAtUs } });
  return count === ids.length;
}

/** Of one class of hosts; of nights on which nothing finished the class is not known. */
export const countPointsSince = (db: Db, benchmarkId: string, hostClass: string, sinceUs: number): Promise<number> =>
  db.benchmarkPoint.count({ where: { benchmarkId, hostClass, measuredAtUs: { gt: sinceUs } } });

export async function keepFigures(
  db: Db,
  experimentId: string,
  { measuredAtUs, figures, hosts }: { measuredAtUs: number; figures: KeptFigure[]; hosts: HostsThen | null },
): Promise<void> {
  await db.benchmarkPoint.updateMany({
    where: { experimentId, measuredAtUs: null },
    data: {
      measuredAtUs,
      figures: json(figures),
      hostClass: hosts?.hostClass ?? null,
      hostFingerprint: hosts?.fingerprint ?? null,
    },
  });
}

/** Measured points, the newest of more than `limit`. */
export async function listPoints(db: Db, benchmarkId: string, limit: number): Promise<KeptPoint[]> {
  const rows = await db.benchmarkPoint.findMany({
    where: { benchmarkId, measuredAtUs: { not: null } },
    orderBy: { measuredAtUs: 'desc' },
    take: limit,
    include: { experiment: { select: { rounds: true } } },
  });
  const revisions = await findRevisions(
    db,
    benchmarkId,
    rows.map(({ revision }) => revision),
  );
  const known = new Map(revisions.map((one) => [one.revision, one]));
  const versions = await db.benchmarkVersion.findMany({
    where: { benchmarkId },
    select: { number: true, sha256: true },
  });
  const shaOf = new Map(versions.map(({ number, sha256 }) => [number, sha256]));
  return rows.map((row) => {
    const revision = known.get(row.revision);
    return {
      experimentId: row.experimentId,
      revision: row.revision,
      subject: revision?.subject ?? null,
      committedAtUs: revision?.committedAtUs == null ? null : toNumber(revision.committedAtUs),
      place: revision?.place ?? 0,
      measuredAtUs: toNumber(row.measuredAtUs ?? 0n),
      version: row.version,
      reference: row.reference,
      // Nothing is known of hosts on which no run finished.
      conditions:
        row.hostClass === null || row.hostFingerprint === null
          ? null
          : {
              benchmarkVersion: shaOf.get(row.version) ?? '',
              hostClass: row.hostClass,
              hostFingerprint: row.hostFingerprint,
              reference: row.reference ?? '',
            },
      rounds: row.experiment.rounds,
      figures: (row.figures ?? []) as unknown as KeptFigure[],
    };
  });
}
