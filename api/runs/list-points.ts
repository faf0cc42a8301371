import { MAX_RUN_POINTS } from '../contract/limits.ts';
import type { RunGroupsQuery } from '../contract/run-list.ts';
import type { RunPoints } from '../contract/run-points.ts';
import type { Lab } from '../platform/lab.ts';
import { countPoints, selectPoints } from './store/run-points.ts';

/** Where the runs that pass every filter stand by throughput and p99: the newest of them, as many as one picture takes. */
export async function listRunPoints(lab: Lab, query: RunGroupsQuery, readerId: string | null): Promise<RunPoints> {
  const { db } = lab.database;
  const filters = { ...query, readerId };
  const [rows, counted] = await Promise.all([selectPoints(db, filters, MAX_RUN_POINTS), countPoints(db, filters)]);
  const groups = [...new Set(rows.flatMap(({ groupName }) => groupName ?? []))];
  const places = new Map(groups.map((name, place) => [name, place]));
  const points = rows.map(({ groupName, ...point }) => ({
    ...point,
    group: groupName === null ? null : (places.get(groupName) ?? null),
  }));
  return { points, groups, ...counted };
}
