import type { RestoreResult } from '../../contract/tuning.ts';

/**
 * What is known of a host's restore after one more: a host may be put back by the agent itself, by the run, and once more
 * by a person. A later word on a knob stands; one that names no knobs, because the journal held nothing any more, takes
 * nothing back of what was read before.
 */
export function laterRestore(before: RestoreResult | null, later: RestoreResult): RestoreResult {
  if (before === null || before.knobs.length === 0) return later;
  if (later.knobs.length === 0) return later.matches ? before : { ...later, knobs: before.knobs };
  const spoken = new Set(later.knobs.map(({ key }) => key));
  const unspoken = before.knobs.filter(({ key }) => !spoken.has(key));
  const stillDiffer = unspoken.some(({ matches }) => !matches);
  return {
    runId: later.runId ?? before.runId,
    matches: later.matches && !stillDiffer,
    mismatches: stillDiffer ? [...new Set([...before.mismatches, ...later.mismatches])] : later.mismatches,
    knobs: [...unspoken, ...later.knobs],
  };
}
