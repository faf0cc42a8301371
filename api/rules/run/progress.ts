import type { LoadProfile, StepSpec } from '../../contract/load.ts';
import type { RunState } from '../../contract/run.ts';
import { isTerminal } from './run-machine.ts';

export interface ProgressFacts {
  state: RunState;
  stepIndex: number | null;
  startedAtUs: number | null;
  endedAtUs: number | null;
  /** When the present state was entered. */
  enteredAtUs: number;
}

/** What was planned so far. */
export interface Plan extends Pick<LoadProfile, 'warmupSeconds' | 'pauseSeconds'> {
  steps: StepSpec[];
  /** A search that is not done: at least one step more may follow, how many is not known. */
  searching: boolean;
}

export interface Progress {
  stepIndex: number | null;
  stepCount: number;
  elapsedUs: number;
  remainingUs: number | null;
}

/**
 * Progress by the plan: warm-ups, steps and pauses still ahead. For a search, the steps planned so far and one more
 * like the last, which is the least that is to come until it is done.
 */
export function progressOf(plan: Plan, facts: ProgressFacts, nowUs: number): Progress {
  const elapsedUs = facts.startedAtUs === null ? 0 : Math.max(0, (facts.endedAtUs ?? nowUs) - facts.startedAtUs);
  const inSteps = ['warming', 'measuring', 'cooling'].includes(facts.state);
  return {
    stepIndex: inSteps ? facts.stepIndex : null,
    stepCount: plan.steps.length,
    elapsedUs,
    remainingUs: isTerminal(facts.state) ? null : Math.round(remainingSeconds(plan, facts, nowUs) * 1e6),
  };
}

function remainingSeconds({ searching, ...plan }: Plan, facts: ProgressFacts, nowUs: number): number {
  const { warmupSeconds, pauseSeconds } = plan;
  const steps = searching ? [...plan.steps, ...plan.steps.slice(-1)] : plan.steps;
  if (['stopping', 'restoring', 'releasing', 'analysing'].includes(facts.state)) return 0;
  const index = facts.stepIndex ?? 0;
  const pauseAfter = (i: number): number => (i < steps.length - 1 ? pauseSeconds : 0);
  const stepAt = (i: number): number => steps[i]?.durationSeconds ?? 0;
  let ahead = 0;
  for (let i = index + 1; i < steps.length; i++) ahead += warmupSeconds + stepAt(i) + pauseAfter(i);
  const sinceEntered = Math.max(0, (nowUs - facts.enteredAtUs) / 1e6);
  const left = (planned: number): number => Math.max(0, planned - sinceEntered);
  switch (facts.state) {
    case 'warming':
      return ahead + left(warmupSeconds) + stepAt(index) + pauseAfter(index);
    case 'measuring':
      return ahead + left(stepAt(index)) + pauseAfter(index);
    case 'cooling':
      return ahead + left(pauseAfter(index));
    default:
      return ahead + warmupSeconds + stepAt(index) + pauseAfter(index);
  }
}
