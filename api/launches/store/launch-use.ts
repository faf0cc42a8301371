import type { Failure } from '../../contract/primitives.ts';
import type { RunState } from '../../contract/run.ts';
import { experimentsNaming } from '../../hosts/store/host-work.ts';
import { type Db, orNull } from '../../platform/store/db.ts';
import { loadOf } from '../../rules/launch/launch-limit.ts';
import type { LaunchMachine } from '../../rules/launch/launch-machine.ts';
import { NOT_KEPT } from '../../rules/launch/launch-words.ts';
import { TERMINAL_STATES } from '../../rules/run/run-machine.ts';

export interface HostsUse {
  /** Runs under way or queued that name one of the hosts. */
  runIds: string[];
  /** Experiments that are not over and name one of them. */
  experimentIds: string[];
  /** When the last run on them ended; null when none has. */
  lastUsedAtUs: number | null;
}

/** A run in one of these needs its hosts no more. */
const DONE_WITH: RunState[] = ['releasing', 'analysing'];

export async function useOfHosts(db: Db, hostIds: string[]): Promise<HostsUse> {
  const onThem = { hosts: { some: { hostId: { in: hostIds } } } };
  const active = await db.run.findMany({
    where: { ...onThem, deletedAtUs: null, state: { notIn: [...TERMINAL_STATES, ...DONE_WITH] } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  const last = await db.run.aggregate({ where: onThem, _max: { endedAtUs: true } });
  return {
    runIds: active.map(({ id }) => id),
    experimentIds: [...new Set((await experimentsNaming(db, hostIds)).map(({ experimentId }) => experimentId))],
    lastUsedAtUs: orNull(last._max.endedAtUs),
  };
}

/** Runs that are not over and name one of the hosts, each with its state and the hosts it names. */
export async function unfinishedOn(
  db: Db,
  hostIds: string[],
): Promise<{ id: string; state: RunState; hostIds: string[] }[]> {
  const rows = await db.run.findMany({
    where: { hosts: { some: { hostId: { in: hostIds } } }, state: { notIn: [...TERMINAL_STATES] } },
    select: { id: true, state: true, hosts: { where: { hostId: { in: hostIds } }, select: { hostId: true } } },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ id, state, hosts }) => ({
    id,
    state: state as RunState,
    hostIds: hosts.map(({ hostId }) => hostId),
  }));
}

export interface UsedLaunch {
  id: string;
  /** What is there of it, and to come; null where AWS gave no price. */
  microUsdPerHour: number | null;
  keepMinutes: number;
  expiresAtUs: number;
  hostIds: string[];
}

/** Launches that may cost money and to which one of the hosts belongs. */
export async function launchesOf(db: Db, hostIds: string[]): Promise<UsedLaunch[]> {
  const rows = await db.launch.findMany({
    where: { wakeAtUs: { not: null }, hosts: { some: { id: { in: hostIds } } } },
    select: { id: true, machine: true, hosts: { select: { id: true } } },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ id, machine, hosts }) => {
    const { keepMinutes, expiresAtUs } = machine as unknown as LaunchMachine;
    const { microUsdPerHour } = loadOf([machine as unknown as LaunchMachine]);
    return { id, microUsdPerHour, keepMinutes, expiresAtUs, hostIds: hosts.map((host) => host.id) };
  });
}

/** Why the launch of one of these hosts has ended; null: none of them is gone. */
export async function whyGone(db: Db, hostIds: string[]): Promise<Failure | null> {
  const gone = await db.host.findFirst({
    where: { id: { in: hostIds }, goneAtUs: { not: null } },
    select: { launch: { select: { machine: true } } },
    orderBy: { id: 'asc' },
  });
  if (!gone) return null;
  return (gone.launch?.machine as unknown as LaunchMachine | undefined)?.ending ?? NOT_KEPT;
}

/** Its last run is over, and nobody keeps it: it is ended at once. */
export async function releaseAfterRun(db: Db, launchId: string, nowUs: number): Promise<void> {
  await db.launch.updateMany({
    where: { id: launchId, wakeAtUs: { not: null } },
    data: { reservedUntilUs: nowUs, wakeAtUs: nowUs },
  });
}

/**
 * A run is about to take these hosts: from then on they are free when no run uses them. Call it before hosts are locked, as whoever drives a
 * launch locks that first, too.
 */
export async function endPromises(tx: Db, hostIds: string[], nowUs: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Launch" SET "reservedUntilUs" = ${nowUs}::bigint WHERE "id" IN (
      SELECT l."id" FROM "Launch" l
      WHERE l."reservedUntilUs" > ${nowUs}::bigint
        AND EXISTS (SELECT 1 FROM "Host" h WHERE h."launchId" = l."id" AND h."id" = ANY(${hostIds}::uuid[]))
      ORDER BY l."id" FOR UPDATE)`;
}
