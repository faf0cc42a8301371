import type { RunTransition } from '../api/types';

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

/** Every state up to the first start of load is of no interest in a chart: where it may begin. */
export function chartStartUs(transitions: RunTransition[]): number | null {
  const first = transitions.find(({ state }) => state === 'warming' || state === 'measuring');
  return first ? first.atUs - 1_000_000 : null;
}
