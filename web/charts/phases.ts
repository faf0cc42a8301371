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

interface Ahead {
  leastUs: number;
  mostUs: number;
}

/** Stretches certainly without load, by the clock of a host: before the first warm-up, between steps, and after the last step. */
function idleSpans({ warmups, steps }: ReturnType<typeof spansOf>, ahead: Ahead, endUs: number): Span[] {
  const loads = [...warmups, ...steps].sort((a, b) => a.fromUs - b.fromUs);
  const [first] = loads;
  if (!first) return [];
  const idle: Span[] = [{ label: 'before the load', fromUs: 0, toUs: first.fromUs + ahead.leastUs }];
  let reachedUs = first.toUs;
  for (const { label, fromUs, toUs } of loads.slice(1)) {
    // Between a warm-up and its own step the tool is started anew.
    const own = warmups.some((warmup) => warmup.label === label && warmup.toUs === reachedUs);
    if (!own) idle.push({ label: 'no load', fromUs: reachedUs + ahead.mostUs, toUs: fromUs + ahead.leastUs });
    reachedUs = Math.max(reachedUs, toUs);
  }
  return [...idle, { label: 'no load', fromUs: reachedUs + ahead.mostUs, toUs: endUs }].filter(
    ({ fromUs, toUs }) => fromUs < toUs,
  );
}

interface Timed extends Span {
  timed: boolean;
}

/** How far the clock of a host is ahead of the API's, which saw load begin no later and end no earlier. Null where no step tells, or two differ. */
function aheadOf(timed: Timed[], seen: Span[]): Ahead | null {
  const told = timed.flatMap((own, at) => (own.timed && seen[at] ? [{ own, seen: seen[at] }] : []));
  if (told.length === 0) return null;
  const leastUs = Math.max(...told.map(({ own, seen: { toUs } }) => own.toUs - toUs));
  const mostUs = Math.min(...told.map(({ own, seen: { fromUs } }) => own.fromUs - fromUs));
  return leastUs <= mostUs ? { leastUs, mostUs } : null;
}

/** The same by the clock of one host, where it is known when load was driven there. `timed`: it is. */
export function spansOnHost(run: Pick<Run, 'steps' | 'transitions'>, hostId: string, endUs: number) {
  const { warmups, steps } = spansOf(run.transitions, endUs);
  const timed = steps.map((span) => {
    const own = loadTimeOf(run, hostId, span.stepIndex);
    return { ...span, ...own, timed: own !== null };
  });
  const ahead = aheadOf(timed, steps);
  // What goes on has no end yet, by whatever clock.
  const idle = ahead ? idleSpans(spansOf(run.transitions, Number.POSITIVE_INFINITY), ahead, endUs) : [];
  return { warmups, steps: timed, idle, ahead };
}

/** When the load that is driven now began, at the latest, by the clock of a host; null where that clock is not known yet. */
export function loadBeganUs(run: Pick<Run, 'steps' | 'transitions'>, hostId: string): number | null {
  const { warmups, steps, ahead } = spansOnHost(run, hostId, 0);
  const stepIndex = run.transitions.at(-1)?.stepIndex;
  const first = [...warmups, ...steps].filter(({ label }) => label === `step ${(stepIndex ?? 0) + 1}`)[0];
  return first && ahead ? first.fromUs + ahead.mostUs : null;
}
