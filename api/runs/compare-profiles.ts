import { z } from 'zod';
import type { ProfileDifference } from '../contract/profile.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { requestsDuring } from '../rules/profile/counted.ts';
import { profileDifference, type SideProfile } from '../rules/profile/profile-difference.ts';
import { getRun } from './get-run.ts';
import { profileOf, readProfileFile, UNPACKED_BYTES_MOST, understood } from './read-profile.ts';
import { listRunsOfArtifacts } from './store/artifacts.ts';

const PROFILES_MOST = 30;

/**
 * Holds the profiles of one side against those of another. Throws invalid-input for ids that are none, too many of them and
 * profiles of different kinds, and not-found for those that are gone.
 */
export async function compareProfiles(lab: Lab, baseline: string, other: string): Promise<ProfileDifference> {
  const budget = { bytesLeft: UNPACKED_BYTES_MOST };
  const first = await readSide(lab, 'baseline', baseline, budget);
  const second = await readSide(lab, 'other', other, budget);
  return understood(() => profileDifference([first, second]));
}

/** Of all profiles of a request together: each stays in memory until both sides are read. */
interface Budget {
  bytesLeft: number;
}

async function readSide(lab: Lab, path: string, listed: string, budget: Budget): Promise<SideProfile[]> {
  const ids = [...new Set(listed.split(',').filter(Boolean))];
  const fault =
    ids.length === 0 || ids.length > PROFILES_MOST
      ? `A side has 1 to ${PROFILES_MOST} profiles, not ${ids.length}.`
      : ids.some((id) => !z.uuid().safeParse(id).success)
        ? 'A side is the ids of artifacts, with commas between them.'
        : null;
  if (fault !== null) throw new AppError('invalid-input', fault, [{ path, message: fault }]);
  const runOf = await listRunsOfArtifacts(lab.database.db, ids);
  const profiles: SideProfile[] = [];
  for (const id of ids) profiles.push(await readProfile(lab, runOf.get(id), id, budget));
  return profiles;
}

async function readProfile(
  lab: Lab,
  runId: string | undefined,
  artifactId: string,
  budget: Budget,
): Promise<SideProfile> {
  const found = runId === undefined ? undefined : profileOf(await getRun(lab, runId), artifactId);
  if (runId === undefined || !found) {
    throw new AppError('not-found', `There is no profile ${artifactId}; its run may have been deleted.`);
  }
  const { profile, step } = found;
  const { pprof, unpackedBytes } = await readProfileFile(lab, runId, artifactId, budget.bytesLeft);
  budget.bytesLeft -= unpackedBytes;
  return { pprof, sampleType: profile.sampleType, requests: requestsDuring(profile, step) };
}
