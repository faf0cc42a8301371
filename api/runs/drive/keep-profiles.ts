import type { CapturedProfiles } from '../../contract/agent-reports.ts';
import type { StepProfile } from '../../contract/step.ts';
import type { Db } from '../../platform/store/db.ts';
import { listArtifactIds } from '../store/artifacts.ts';
import { setStepProfiles } from '../store/runs.ts';

/** Profiles of the target from a step, by any agent, with the uploaded files. */
export async function keepProfiles(
  tx: Db,
  runId: string,
  stepIndex: number,
  parts: { commandId: string; profiles: CapturedProfiles }[],
): Promise<void> {
  const kept: StepProfile[] = [];
  for (const { commandId, profiles } of parts) {
    if (profiles.length === 0) continue;
    const ids = await listArtifactIds(tx, commandId);
    for (const { artifactName, ...profile } of profiles) {
      kept.push({ ...profile, artifactId: artifactName === null ? null : (ids.get(artifactName) ?? null) });
    }
  }
  if (kept.length > 0) await setStepProfiles(tx, runId, stepIndex, kept);
}
