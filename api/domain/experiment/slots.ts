import type { Failure, RunState } from '../../contract/run.ts';
import { isTerminal } from '../run-machine.ts';
import { roundOrder } from '../statistics/round-order.ts';

/** What decides which runs an experiment is made of. */
export interface Plan {
  /** How many there are. */
  configurations: number;
  rounds: number;
  extensionRounds: number | null;
  /** Whether the extension is run; null before the first look. */
  extended: boolean | null;
  seed: number;
}

/** A run that was made for a place of the plan. */
export interface Attempt {
  runId: string;
  round: number;
  position: number;
  /** From 0; those before the last one failed. */
  attempt: number;
  state: RunState;
  failure: Failure | null;
  startedAtUs: number | null;
  endedAtUs: number | null;
  /** Of the primary outcome; null while it was not measured. */
  figure: number | null;
}

/** One run that the plan asks for. */
export interface Slot {
  round: number;
  position: number;
  configuration: number;
  /** The first one first. */
  attempts: Attempt[];
}

/** Every place of the plan, in the order in which they run. */
export function slotsOf(plan: Plan, attempts: readonly Attempt[]): Slot[] {
  if (plan.configurations === 0) return [];
  return roundOrder(plan.configurations, roundsOf(plan), plan.seed).flatMap((order, round) =>
    order.map((configuration, position) => ({
      round,
      position,
      configuration,
      attempts: attempts
        .filter((one) => one.round === round && one.position === position)
        .sort((a, b) => a.attempt - b.attempt),
    })),
  );
}

export const roundsOf = ({ rounds, extensionRounds, extended }: Plan): number =>
  rounds + (extended === true ? (extensionRounds ?? 0) : 0);

/** It finished, and gave a figure that ratios can be made of: whatever it is, it counts. */
export const counts = ({ state, figure }: Attempt): boolean => state === 'finished' && figure !== null && figure > 0;

export const countedOf = ({ attempts }: Slot): Attempt | null => attempts.find(counts) ?? null;

/** The run under way, or the one that counts. */
export const currentOf = (slot: Slot): Attempt | null =>
  countedOf(slot) ?? slot.attempts.find(({ state }) => !isTerminal(state)) ?? null;

/** Runs that count, round by round and in each by configuration; only rounds that are whole. */
export function wholeRounds(slots: readonly Slot[]): string[][] {
  const rounds = new Map<number, Slot[]>();
  for (const slot of slots) rounds.set(slot.round, [...(rounds.get(slot.round) ?? []), slot]);
  return [...rounds.values()].flatMap((round) => {
    const inOrder = [...round].sort((a, b) => a.configuration - b.configuration);
    const runIds = inOrder.flatMap((slot) => countedOf(slot)?.runId ?? []);
    return runIds.length === round.length ? [runIds] : [];
  });
}
