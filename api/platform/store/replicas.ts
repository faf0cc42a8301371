import type { Replica } from '../../rules/service/replica-faults.ts';
import { type Db, plain } from './db.ts';

export interface ReplicaRecord extends Replica {
  startedAtUs: number;
  lastSeenAtUs: number;
  adminTokenHash: string | null;
}

/** Takes the place of one that ran at the same address before. */
export async function saveReplica(db: Db, replica: ReplicaRecord): Promise<void> {
  await db.replica.upsert({ where: { id: replica.id }, create: replica, update: replica });
}

export async function touchReplica(db: Db, id: string, nowUs: number): Promise<void> {
  await db.replica.updateMany({ where: { id }, data: { lastSeenAtUs: nowUs } });
}

/** Those that were heard of since then, and the asker, which lives whatever it could tell. */
export async function listReplicas(db: Db, sinceUs: number, ownId: string | null): Promise<ReplicaRecord[]> {
  const OR = [{ lastSeenAtUs: { gte: sinceUs } }, ...(ownId === null ? [] : [{ id: ownId }])];
  const rows = await db.replica.findMany({ where: { OR }, orderBy: { id: 'asc' } });
  return rows.map(plain);
}

/** Answers how many there were. The asker is none of them. */
export async function dropReplicasBefore(db: Db, beforeUs: number, ownId: string | null): Promise<number> {
  const others = ownId === null ? {} : { id: { not: ownId } };
  return (await db.replica.deleteMany({ where: { lastSeenAtUs: { lt: beforeUs }, ...others } })).count;
}
