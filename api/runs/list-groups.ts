import type { RunGroups, RunGroupsQuery } from '../contract/run-list.ts';
import type { Lab } from '../platform/lab.ts';
import { listStandings } from './store/baselines.ts';
import { countGroups, selectGroups } from './store/run-groups.ts';

/** The runs that pass every filter, by what they are about. */
export async function listRunGroups(lab: Lab, query: RunGroupsQuery, readerId: string | null): Promise<RunGroups> {
  const { db } = lab.database;
  const filters = { ...query, readerId };
  const [groups, counted] = await Promise.all([selectGroups(db, filters), countGroups(db, filters)]);
  const standings = await listStandings(
    db,
    groups.map(({ newest }) => newest.runId),
  );
  const held = new Map(standings.map((one) => [one.runId, one.held]));
  return { ...counted, groups: groups.map((group) => ({ ...group, held: held.get(group.newest.runId) ?? null })) };
}
