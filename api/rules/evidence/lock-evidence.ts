import type { LockEvidence } from '../../contract/evidence.ts';
import type { StepProfile } from '../../contract/step.ts';

/** Where Go's profiles put the time of a lock itself: who waited (block) and who kept others waiting (mutex). */
const LOCK = /^(internal\/)?sync\.\(\*(RW)?Mutex\)\./;
/** Functions that never hold a lock for a request, but only pass it on. */
const PLUMBING = /^((internal\/)?sync|runtime|internal\/runtime)[./]/;
/** A function under which less of it stands is not the one to look at. */
const MOST_SHARE = 0.5;

/**
 * Time that goroutines waited for locks, from a profile of the step; null without one, or if it shows none. Only frames
 * of locks count, because a block profile also holds idle goroutines.
 */
export function lockEvidence(profiles: StepProfile[]): LockEvidence | null {
  const read = profiles.flatMap((profile) => readLocks(profile) ?? []);
  return read.find(({ profile }) => profile === 'mutex') ?? read[0] ?? null;
}

function readLocks({ kind, failure, unit, durationSeconds, functions }: StepProfile): LockEvidence | null {
  if ((kind !== 'mutex' && kind !== 'block') || failure !== null || unit !== 'nanoseconds') return null;
  const inLocks = functions.reduce((sum, { name, flat }) => sum + (LOCK.test(name) ? flat : 0), 0);
  if (inLocks <= 0 || durationSeconds <= 0) return null;
  // The innermost: what it stands under further out contains it. Of equals the agent names the inner one first.
  const [holder] = functions
    .filter(({ name, cumulative }) => !PLUMBING.test(name) && cumulative >= MOST_SHARE * inLocks)
    .sort((a, b) => a.cumulative - b.cumulative);
  if (!holder) return null;
  return {
    profile: kind,
    blockedSeconds: inLocks / 1e9,
    profileSeconds: durationSeconds,
    functionName: holder.name,
    functionSeconds: Math.min(holder.cumulative, inLocks) / 1e9,
  };
}
