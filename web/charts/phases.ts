import type { Run, RunTransition } from '@contract/run';
import { loadTimeOf } from '@rules/evidence/load-time';

export interface Phase {
  state: RunTransition['state'];
  stepIndex: number | null;
  fromUs: number;
  /** Null while it lasts. */
  toUs: number | null;
  note: string | null;
}

/** Each state with when it began and ended. */
export function phasesOf(transitions: RunTransition[]): Phase[] {
  return transitions.map(({ state, stepIndex, atUs, note }, index) => ({
    state,
    stepIndex,
    fromUs: atUs,
    toUs: transitions[index + 1]?.atUs ?? null,
    note,
  }));
}

export interface Span {
  label: string;
  fromUs: number;
  toUs: number;
}

/** Warm-ups, to be shaded, and measured stretches, to be labelled. */
export function spansOf(
  transitions: RunTransition[],
  endUs: number,
): { warmups: Span[]; steps: (Span & { stepIndex: number })[] } {
  const phases = phasesOf(transitions);
  const span = (phase: Phase): Span => ({
    label: phase.stepIndex === null ? '' : `step ${phase.stepIndex + 1}`,
    fromUs: phase.fromUs,
    toUs: phase.toUs ?? endUs,
  });
  return {
    warmups: phases.filter((phase) => phase.state === 'warming').map(span),
    steps: phases.flatMap((phase) =>
      phase.state === 'measuring' && phase.stepIndex !== null ? [{ ...span(phase), stepIndex: phase.stepIndex }] : [],
    ),
  };
}

/** The same by the clock of one host, where it is known when load was driven there. `timed`: it is. */
export function spansOnHost(run: Pick<Run, 'steps' | 'transitions'>, hostId: string, endUs: number) {
  const { warmups, steps } = spansOf(run.transitions, endUs);
  const timed = steps.map((span) => {
    const own = loadTimeOf(run, hostId, span.stepIndex);
    return { ...span, ...own, timed: own !== null };
  });
  return { warmups, steps: timed };
}
