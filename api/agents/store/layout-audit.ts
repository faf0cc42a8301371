import type { Db } from '../../platform/store/db.ts';

/**
 * Takes the columns away from layouts with an id that is not the hash of their columns. Frames under such an id may be
 * of another host's columns, so they cannot be read until an agent sends the true ones. Answers the ids.
 */
export async function blankForgedLayouts(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    UPDATE "SampleLayout" SET "columns" = '{}'
    WHERE cardinality("columns") > 0 AND (
      encode(sha256(convert_to(array_to_string("columns", E'\n'), 'UTF8')), 'hex') <> "id"
      OR EXISTS (SELECT 1 FROM unnest("columns") AS name WHERE strpos(name, E'\n') > 0)
    )
    RETURNING "id"`;
  return rows.map(({ id }) => id);
}

/** Runs with samples in one of these layouts. */
export async function listRunsOfLayouts(db: Db, layoutIds: string[]): Promise<{ id: string; name: string }[]> {
  const has = { some: { layoutId: { in: layoutIds } } };
  return db.run.findMany({
    where: { OR: [{ chunks: has }, { frames: has }] },
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
  });
}

/**
 * Removes what was computed from the samples of these runs; their verdicts, and those of their experiments, are then
 * recomputed.
 */
export async function forgetCounts(db: Db, runIds: string[]): Promise<void> {
  const runId = { in: runIds };
  await db.stepEvidence.deleteMany({ where: { runId } });
  await db.stepClient.updateMany({ where: { runId }, data: { cpus: null } });
  await db.point.updateMany({
    where: { runId },
    data: {
      serverRequests: null,
      serverCpuUsPerRequest: null,
      clientCpuUsPerRequest: null,
      serverCpus: null,
      clientCpus: null,
      otherCpus: null,
    },
  });
  await db.run.updateMany({ where: { id: runId }, data: { verdictVersion: null } });
  await db.experiment.updateMany({ where: { runs: { some: { runId } } }, data: { rulesVersion: null } });
}
