import type { RunState } from '../contract/run.ts';
import type { RunSpec } from '../contract/spec.ts';
import { isTerminal } from './run-machine.ts';

export interface ProgressFacts {
  state: RunState;
  stepIndex: number | null;
  startedAtUs: number | null;
  endedAtUs: number | null;
  /** When the present state was entered. */
  enteredAtUs: number;
}

export interface Progress {
  stepIndex: number | null;
  stepCount: number;
  elapsedUs: number;
  remainingUs: number | null;
}

/** How far a run is, by what was planned: warm-ups, steps and pauses still ahead. */
export function progressOf(spec: RunSpec, facts: ProgressFacts, nowUs: number): Progress {
  const elapsedUs = facts.startedAtUs === null ? 0 : Math.max(0, (facts.endedAtUs ?? nowUs) - facts.startedAtUs);
  const inSteps = ['warming', 'measuring', 'cooling'].includes(facts.state);
  return {
    stepIndex: inSteps ? facts.stepIndex : null,
    stepCount: spec.load.steps.length,
    elapsedUs,
    remainingUs: isTerminal(facts.state) ? null : Math.round(remainingSeconds(spec, facts, nowUs) * 1e6),
  };
}

function remainingSeconds(spec: RunSpec, facts: ProgressFacts, nowUs: number): number {
  const { steps, warmupSeconds, pauseSeconds } = spec.load;
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
