import type { LaunchLimit } from '../../contract/launch.ts';
import { type Db, orNull } from '../../platform/store/db.ts';

export type LimitRecord = Omit<LaunchLimit, 'instances' | 'microUsdPerHour'>;

/** Until the transaction ends no other makes a launch: what is in use stays so. */
export async function lockLaunching(tx: Db): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('making launches', 0))`;
}

export async function findLaunchLimit(db: Db): Promise<LimitRecord> {
  const row = await db.launchLimit.findUnique({ where: { id: 1 } });
  return {
    mostInstances: row?.mostInstances ?? null,
    mostMicroUsdPerHour: orNull(row?.mostMicroUsdPerHour ?? null),
    changedAtUs: orNull(row?.changedAtUs ?? null),
    changedByName: row?.changedByName ?? null,
  };
}

export async function saveLaunchLimit(db: Db, limit: LimitRecord & { changedAtUs: number }): Promise<void> {
  await db.launchLimit.upsert({ where: { id: 1 }, create: { id: 1, ...limit }, update: limit });
}
