import type { AnnotationRights, WriteAnnotation } from '../contract/annotation.ts';
import { MAX_ANNOTATIONS } from '../contract/limits.ts';
import type { Run } from '../contract/run.ts';
import type { Person } from '../people/sign-in.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { notify } from '../platform/store/notify.ts';
import { mayAct } from '../rules/people/roles.ts';
import { getRun, noSuchRun } from './get-run.ts';
import {
  countAnnotations,
  insertAnnotation,
  listAuthors,
  removeAnnotation,
  updateAnnotation,
} from './store/annotations.ts';
import { findRun } from './store/run-row.ts';
import { lockRun } from './store/runs.ts';

type Author = Pick<Person, 'userId' | 'name' | 'role'>;

/** Adds a person's text to a moment or a range. Throws invalid-input for a host that took no part in the run. */
export async function annotateRun(lab: Lab, runId: string, said: WriteAnnotation, by: Author): Promise<Run> {
  refuseForeignHost(await getRun(lab, runId), said);
  await changing(lab, runId, async (tx) => {
    if ((await countAnnotations(tx, runId)) >= MAX_ANNOTATIONS)
      throw new AppError('conflict', `A run may have at most ${MAX_ANNOTATIONS} annotations; remove one first.`);
    await insertAnnotation(tx, runId, {
      ...said,
      id: newId(),
      createdAtUs: lab.nowUs(),
      createdById: by.userId,
      createdByName: by.name,
    });
  });
  return getRun(lab, runId);
}

/** Throws forbidden for one of another person, unless an administrator asks. */
export async function changeAnnotation(
  lab: Lab,
  { runId, annotationId }: { runId: string; annotationId: string },
  said: WriteAnnotation,
  by: Author,
): Promise<Run> {
  refuseForeignHost(await getRun(lab, runId), said);
  await changing(lab, runId, async (tx) => {
    await refuseForeign(tx, runId, annotationId, by);
    await updateAnnotation(tx, runId, annotationId, { ...said, changedAtUs: lab.nowUs() });
  });
  return getRun(lab, runId);
}

export async function deleteAnnotation(
  lab: Lab,
  { runId, annotationId }: { runId: string; annotationId: string },
  by: Author,
): Promise<Run> {
  await changing(lab, runId, async (tx) => {
    await refuseForeign(tx, runId, annotationId, by);
    await removeAnnotation(tx, runId, annotationId);
  });
  return getRun(lab, runId);
}

export async function readAnnotationRights(lab: Lab, runId: string, by: Author): Promise<AnnotationRights> {
  const { db } = lab.database;
  if (!(await findRun(db, runId))) throw await noSuchRun(lab, runId);
  const authors = await listAuthors(db, runId);
  return { mayChange: authors.filter(({ createdById }) => mayChange(createdById, by)).map(({ id }) => id) };
}

const mayChange = (createdById: string | null, { userId, role }: Author): boolean =>
  mayAct(role, 'admin') || (mayAct(role, 'operator') && userId !== null && userId === createdById);

async function changing(lab: Lab, runId: string, change: (tx: Db) => Promise<void>): Promise<void> {
  await lab.database.transaction(async (tx) => {
    await lockRun(tx, runId);
    if (!(await findRun(tx, runId))) throw await noSuchRun(lab, runId);
    await change(tx);
    notify(tx, 'runs', runId);
  });
}

function refuseForeignHost(run: Run, { hostId }: WriteAnnotation): void {
  if (run.hosts.some((host) => host.hostId === hostId)) return;
  throw new AppError('invalid-input', 'That host took no part in this run.', [
    { path: 'hostId', message: 'is no host of this run' },
  ]);
}

async function refuseForeign(tx: Db, runId: string, annotationId: string, by: Author): Promise<void> {
  const found = (await listAuthors(tx, runId)).find(({ id }) => id === annotationId);
  if (!found) throw new AppError('not-found', 'There is no such annotation; it may have been removed.');
  if (!mayChange(found.createdById, by))
    throw new AppError('forbidden', 'Only its author or an administrator may change an annotation.');
}
