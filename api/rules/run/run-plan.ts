import type { RunPlan } from '../../contract/run-plan.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { plannedRunUs } from '../experiment/planned-time.ts';
import { wholeRunSeconds } from '../load/planned-seconds.ts';
import { loadText } from '../spec/load-words.ts';
import { mixText, targetText } from '../spec/target-words.ts';

/** What a run of this spec would do, on hosts of these names. */
export function planOfRun(spec: RunSpec, hostNames: string[]): RunPlan {
  const { load } = spec;
  const durations = load.steps.map(({ durationSeconds }) => durationSeconds);
  const known = load.search === null;
  return {
    hostNames,
    target: targetText(spec.target),
    requests: mixText(spec.requests),
    load: `${load.tool}, ${loadText(load)}`,
    steps: known ? load.steps.length : null,
    plannedUs: known ? plannedRunUs(spec) : null,
    wholeUs: known ? Math.round(wholeRunSeconds(load, durations) * 1e6) : null,
  };
}
