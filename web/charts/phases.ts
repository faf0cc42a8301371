import type { Run, RunTransition } from '@contract/run';

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

/**
 * When load was driven for certain in a step, by the clock of that host, which no other has to agree with: what its samples are
 * cut by. Null where that is not known.
 */
export function loadTimeOf(
  { steps }: Pick<Run, 'steps'>,
  hostId: string,
  stepIndex: number,
): Pick<Span, 'fromUs' | 'toUs'> | null {
  const step = steps[stepIndex];
  const sides = step?.evidence ? [step.evidence.server, ...step.evidence.clients] : [];
  const kept = sides.find((side) => side?.hostId === hostId && side.loadTime)?.loadTime;
  if (kept) return kept;
  // Older runs did not keep it: what the tool of that host said.
  const own = step?.clients.find((client) => client.hostId === hostId)?.figures;
  if (!own) return null;
  const slackUs = Math.max(0, own.endedAtUs - own.startedAtUs - own.durationUs);
  const [fromUs, toUs] = [own.startedAtUs + slackUs, own.endedAtUs - slackUs];
  return toUs > fromUs ? { fromUs, toUs } : null;
}

/** The same by the clock of one host, as far as it is known there. `timed`: it is. */
export function spansOnHost(run: Pick<Run, 'steps' | 'transitions'>, hostId: string, endUs: number) {
  const { warmups, steps } = spansOf(run.transitions, endUs);
  const timed = steps.map((span) => {
    const own = loadTimeOf(run, hostId, span.stepIndex);
    return { ...span, ...own, timed: own !== null };
  });
  return { warmups, steps: timed };
}

/** Every state up to the first start of load is of no interest in a chart: where it may begin. */
export function chartStartUs(transitions: RunTransition[]): number | null {
  const first = transitions.find(({ state }) => state === 'warming' || state === 'measuring');
  return first ? first.atUs - 1_000_000 : null;
}
