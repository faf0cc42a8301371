import { hostsOfSpec, noiseOnHosts } from '../experiments/host-noise.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { againstBaseline } from '../rules/comparison/against-baseline.ts';
import type { HostNoise } from '../rules/experiment/run-noise.ts';
import { findGroup, listBaselineGroups, listGroupRuns, lockBaseline, saveHeld } from './store/baselines.ts';

const COMPARED = ['requestsPerSecond', 'serverCpuUsPerRequest'] as const;

/** Compares every run of a group with its baseline; without a baseline, removes the comparisons. */
export async function holdGroup(tx: Db, groupName: string, nowUs: number): Promise<void> {
  const baseline = await lockBaseline(tx, groupName);
  if (!baseline) return saveHeld(tx, groupName, new Map());
  const runs = await listGroupRuns(tx, groupName, baseline.runId);
  const spec = runs.find(({ runId }) => runId === baseline.runId)?.spec;
  const noise = new Map<string, HostNoise | null>();
  if (spec && spec.specVersion !== 0) {
    for (const metric of COMPARED) noise.set(metric, await noiseOnHosts(tx, hostsOfSpec(spec), metric, nowUs, [spec]));
  }
  await saveHeld(
    tx,
    groupName,
    againstBaseline(runs, baseline.runId, (metric) => noise.get(metric) ?? null),
  );
}

/** After a run was judged: it is one more of its group, or its baseline. */
export async function holdRun(lab: Lab, runId: string): Promise<void> {
  const group = await findGroup(lab.database.db, runId);
  const groupName = group?.groupName;
  if (groupName) await lab.database.transaction((tx) => holdGroup(tx, groupName, lab.nowUs()));
}

/** After many runs were judged anew, or more is known of the noise. */
export async function holdAllGroups(lab: Lab): Promise<void> {
  for (const groupName of await listBaselineGroups(lab.database.db)) {
    await lab.database.transaction((tx) => holdGroup(tx, groupName, lab.nowUs()));
  }
}
