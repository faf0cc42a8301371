import type { HostTask, HostTaskAnswer } from '../../contract/host-task.ts';
import { type Db, json } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';

/** Serialises what asks one host, so that counting and adding are one. */
export async function lockTasks(db: Db, hostId: string): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`tasks ${hostId}`}, 0))`;
}

/** Tasks of a host, asked for after a moment, that have no answer yet. */
export async function countWaiting(db: Db, hostId: string, sinceUs: number): Promise<number> {
  return db.hostTask.count({
    where: { hostId, createdAtUs: { gte: sinceUs }, answer: { equals: Prisma.DbNull } },
  });
}

export async function insertTask(db: Db, hostId: string, task: HostTask, nowUs: number): Promise<void> {
  await db.hostTask.create({
    data: { id: task.taskId, hostId, type: task.type, body: json(task), createdAtUs: nowUs },
  });
}

/** Hands out each task once, to the caller that comes first. Tasks asked for before `sinceUs` have timed out. */
export async function takeTasks(db: Db, hostId: string, sinceUs: number, nowUs: number): Promise<HostTask[]> {
  const rows = await db.hostTask.updateManyAndReturn({
    where: { hostId, handedOutAtUs: null, createdAtUs: { gte: sinceUs } },
    data: { handedOutAtUs: nowUs },
    select: { id: true, body: true },
  });
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ body }) => body as unknown as HostTask);
}

/** A task that the host was given and has not answered; null when there is none. */
export async function findOpenTask(db: Db, taskId: string, hostId: string): Promise<HostTask | null> {
  const row = await db.hostTask.findFirst({
    where: { id: taskId, hostId, handedOutAtUs: { not: null }, answer: { equals: Prisma.DbNull } },
    select: { body: true },
  });
  return (row?.body ?? null) as unknown as HostTask | null;
}

export async function answerTask(db: Db, taskId: string, answer: HostTaskAnswer): Promise<void> {
  await db.hostTask.updateMany({
    where: { id: taskId, answer: { equals: Prisma.DbNull } },
    data: { answer: json(answer) },
  });
}

export async function readAnswer(db: Db, taskId: string): Promise<HostTaskAnswer | null> {
  const row = await db.hostTask.findUnique({ where: { id: taskId }, select: { answer: true } });
  return (row?.answer ?? null) as unknown as HostTaskAnswer | null;
}

/** Gives a task up. A task that a host is working on stays for the sweep, because its effect on the host counts. */
export async function dropTask(db: Db, taskId: string): Promise<void> {
  await db.hostTask.deleteMany({
    where: { id: taskId, OR: [{ handedOutAtUs: null }, { answer: { not: Prisma.DbNull } }] },
  });
}

export async function dropTasksBefore(db: Db, beforeUs: number): Promise<void> {
  await db.hostTask.deleteMany({ where: { createdAtUs: { lt: beforeUs } } });
}
