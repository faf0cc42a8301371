import type { Db } from '../../platform/store/db.ts';

/** From now on no run starts on the host, until its agent has said how the upgrade ended. */
export async function beginUpgrade(db: Db, hostId: string, taskId: string, nowUs: number): Promise<void> {
  await db.agent.updateMany({
    where: { hostId, revokedAtUs: null },
    data: { upgradeTaskId: taskId, upgradeAskedAtUs: nowUs },
  });
}

export async function endUpgrade(db: Db, hostId: string, taskId: string): Promise<void> {
  await db.agent.updateMany({
    where: { hostId, upgradeTaskId: taskId },
    data: { upgradeTaskId: null, upgradeAskedAtUs: null },
  });
}

/** Another life of the agent has begun: that is the end of what an earlier one was asked for. */
export async function endUpgrades(db: Db, hostId: string): Promise<void> {
  await db.agent.updateMany({
    where: { hostId, upgradeAskedAtUs: { not: null } },
    data: { upgradeTaskId: null, upgradeAskedAtUs: null },
  });
}
