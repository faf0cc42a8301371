import type { RunBaseline } from '../contract/run-baseline.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { notify } from '../platform/store/notify.ts';
import { noSuchRun } from './get-run.ts';
import { holdGroup } from './hold-against-baseline.ts';
import {
  findBaselineOf,
  findGroup,
  listGroupsOf,
  listStandings,
  lockBaseline,
  lockPresent,
  removeBaseline,
  saveBaseline,
} from './store/baselines.ts';

export async function readBaseline(lab: Lab, runId: string): Promise<RunBaseline> {
  return baselineOf(lab, lab.database.db, runId);
}

/** The run is what the others of its group are held against, in the place of the one before. Throws conflict for a run without a figure. */
export async function pinBaseline(lab: Lab, runId: string, byName: string | null): Promise<RunBaseline> {
  return lab.database.transaction(async (tx) => {
    const run = await findGroup(tx, runId);
    if (!run) throw await noSuchRun(lab, runId);
    const { groupName } = run;
    if (groupName === null || !run.measured || run.validity === 'invalid') throw new AppError('conflict', NO_BASELINE);
    await lockBaseline(tx, groupName);
    if (!(await lockPresent(tx, runId))) throw await noSuchRun(lab, runId);
    const nowUs = lab.nowUs();
    await saveBaseline(tx, { groupName, runId, pinnedAtUs: nowUs, pinnedByName: byName });
    await holdGroup(tx, groupName, nowUs);
    notify(tx, 'runs', runId);
    return baselineOf(lab, tx, runId);
  });
}

const NO_BASELINE =
  'Only a run that was measured here, has ended and has a best step that is not invalid can be a baseline.';

export async function unpinBaseline(lab: Lab, runId: string): Promise<RunBaseline> {
  await forgetBaseline(lab, runId);
  return baselineOf(lab, lab.database.db, runId);
}

/** Its group has no baseline then. In a transaction of its own: whoever holds a group changes every run of it. */
export async function forgetBaseline(lab: Lab, runId: string): Promise<void> {
  await lab.database.transaction(async (tx) => {
    // Locked before it is changed, as whoever holds a group does.
    for (const groupName of await listGroupsOf(tx, runId)) await lockBaseline(tx, groupName);
    const groups = await removeBaseline(tx, runId);
    for (const groupName of groups) await holdGroup(tx, groupName, lab.nowUs());
    if (groups.length > 0) notify(tx, 'runs', runId);
  });
}

async function baselineOf(lab: Lab, db: Db, runId: string): Promise<RunBaseline> {
  const run = await findGroup(db, runId);
  if (!run) throw await noSuchRun(lab, runId);
  const { groupName } = run;
  const [standing = { runId, pinned: false, held: null }] = await listStandings(db, [runId]);
  return { ...standing, group: groupName, baseline: groupName === null ? null : await findBaselineOf(db, groupName) };
}
