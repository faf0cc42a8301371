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

/** Stretches without load: before the first warm-up, between steps, and after the last step. None before any load. */
function idleSpans({ warmups, steps }: ReturnType<typeof spansOf>, endUs: number): Span[] {
  const loads = [...warmups, ...steps].sort((a, b) => a.fromUs - b.fromUs);
  const [first] = loads;
  if (!first) return [];
  const idle: Span[] = [{ label: 'before the load', fromUs: 0, toUs: first.fromUs }];
  let reachedUs = first.toUs;
  for (const { label, fromUs, toUs } of loads.slice(1)) {
    // Between a warm-up and its own step the tool is started anew.
    const own = warmups.some((warmup) => warmup.label === label && warmup.toUs === reachedUs);
    if (fromUs > reachedUs && !own) idle.push({ label: 'no load', fromUs: reachedUs, toUs: fromUs });
    reachedUs = Math.max(reachedUs, toUs);
  }
  return [...idle, { label: 'no load', fromUs: reachedUs, toUs: Math.max(reachedUs, endUs) }];
}

const CLOCKS_ALIKE_US = 1_000_000;

const isWithin = (atUs: number, span: Span | undefined): boolean =>
  span !== undefined && atUs >= span.fromUs - CLOCKS_ALIKE_US && atUs <= span.toUs + CLOCKS_ALIKE_US;

/** The same by the clock of one host, where it is known when load was driven there. `timed`: it is. */
export function spansOnHost(run: Pick<Run, 'steps' | 'transitions'>, hostId: string, endUs: number) {
  const spans = spansOf(run.transitions, endUs);
  const { warmups, steps } = spans;
  const timed = steps.map((span) => {
    const own = loadTimeOf(run, hostId, span.stepIndex);
    return { ...span, ...own, timed: own !== null };
  });
  // Load is driven within what the API saw of a step: where the clock of a host says otherwise, it is another clock.
  const alike = timed.every(({ fromUs, toUs }, at) => isWithin(fromUs, steps[at]) && isWithin(toUs, steps[at]));
  return { warmups, steps: timed, idle: alike ? idleSpans(spans, endUs) : [] };
}
