import type { Db } from '../../platform/store/db.ts';
import { orNull } from '../../platform/store/db.ts';
import { TERMINAL_STATES } from '../../rules/run/run-machine.ts';
import { WAITING } from '../../runs/store/runs.ts';

export interface Counts {
  runsWaiting: number;
  runsUnderWay: number;
  hostsLeased: number;
  webhooksPending: number;
  /** Null: never. */
  sweptAtUs: number | null;
  /** Null: never. */
  backedUpAtUs: number | null;
}

export async function countAll(db: Db): Promise<Counts> {
  const over = { notIn: [...TERMINAL_STATES, ...WAITING] };
  const instance = await db.instance.findUnique({ where: { id: 1 } });
  return {
    runsWaiting: await db.run.count({ where: { state: { in: WAITING }, deletedAtUs: null } }),
    runsUnderWay: await db.run.count({ where: { state: over, deletedAtUs: null } }),
    hostsLeased: await db.lease.count(),
    webhooksPending: await db.webhookDelivery.count({ where: { state: 'pending' } }),
    sweptAtUs: orNull(instance?.sweptAtUs ?? null),
    backedUpAtUs: orNull(instance?.backedUpAtUs ?? null),
  };
}

/** Alerts by benchmark, kind of host and state. */
export async function countAlerts(
  db: Db,
): Promise<{ benchmarkId: string; hostClass: string; state: string; count: number }[]> {
  const groups = await db.alert.groupBy({ by: ['benchmarkId', 'hostClass', 'state'], _count: true });
  return groups.map(({ _count, ...group }) => ({ ...group, count: _count }));
}

/** Such as `18.1`. */
export async function readDatabaseVersion(db: Db): Promise<string> {
  const [row] = await db.$queryRaw<
    { version: string }[]
  >`SELECT split_part(current_setting('server_version'), ' ', 1) AS "version"`;
  return row?.version ?? '';
}
