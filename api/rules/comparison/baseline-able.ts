import type { RunSummary } from '../../contract/run.ts';
import { isTerminal } from '../run/run-machine.ts';

/** Why a run can’t be the baseline of its group; null where it can. */
export function whyNoBaseline({
  imported,
  state,
  best,
  verdict,
}: Pick<RunSummary, 'state' | 'best'> & {
  imported: unknown;
  verdict: Pick<NonNullable<RunSummary['verdict']>, 'validity'> | null;
}): string | null {
  if (imported) return 'An imported run can’t be a baseline: it was not measured here.';
  if (!isTerminal(state)) return 'A run can be a baseline once it has ended.';
  if (best === null) return 'This run has no measured step, so it can’t be a baseline.';
  if (verdict?.validity === 'invalid') return 'The best step of this run is invalid, so it can’t be a baseline.';
  return null;
}
