import type { RunAnnotation, WriteAnnotation } from '../../contract/annotation.ts';
import { type Db, orNull, toNumber } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';

/** As they follow one another in time. */
export const ANNOTATIONS = {
  orderBy: [{ fromUs: 'asc' }, { id: 'asc' }],
} as const satisfies Prisma.Run$annotationsArgs;

export type AnnotationRow = Prisma.AnnotationGetPayload<object>;

/** Nothing where there are none, as in documents from before there were any. */
export const annotationsOf = ({ annotations }: { annotations: AnnotationRow[] }): { annotations?: RunAnnotation[] } =>
  annotations.length === 0 ? {} : { annotations: annotations.map(toAnnotation) };

const toAnnotation = (row: AnnotationRow): RunAnnotation => ({
  id: row.id,
  hostId: row.hostId,
  fromUs: toNumber(row.fromUs),
  toUs: orNull(row.toUs),
  text: row.text,
  createdAtUs: toNumber(row.createdAtUs),
  createdByName: row.createdByName,
  changedAtUs: orNull(row.changedAtUs),
});

export async function countAnnotations(db: Db, runId: string): Promise<number> {
  return db.annotation.count({ where: { runId } });
}

export async function insertAnnotation(
  db: Db,
  runId: string,
  annotation: WriteAnnotation & {
    id: string;
    createdAtUs: number;
    createdById: string | null;
    createdByName: string | null;
  },
): Promise<void> {
  await db.annotation.create({ data: { ...annotation, runId } });
}

/** The author of each; null: no person here, or the preset token. */
export async function listAuthors(db: Db, runId: string): Promise<{ id: string; createdById: string | null }[]> {
  return db.annotation.findMany({ where: { runId }, select: { id: true, createdById: true }, ...ANNOTATIONS });
}

export async function updateAnnotation(
  db: Db,
  runId: string,
  id: string,
  change: WriteAnnotation & { changedAtUs: number },
): Promise<void> {
  await db.annotation.update({ where: { runId_id: { runId, id } }, data: change });
}

export async function removeAnnotation(db: Db, runId: string, id: string): Promise<void> {
  await db.annotation.delete({ where: { runId_id: { runId, id } } });
}
