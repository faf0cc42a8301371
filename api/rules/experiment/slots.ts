import type { Failure } from '../../contract/primitives.ts';
import type { RunState } from '../../contract/run.ts';
import { isTerminal } from '../run/run-machine.ts';
import { roundOrder } from '../statistics/round-order.ts';
import { groupsBy } from '../words/groups.ts';
import { plural } from '../words/numbers.ts';

/** What decides which runs an experiment is made of. */
export interface Plan {
  /** How many there are. */
  configurations: number;
  rounds: number;
  extensionRounds: number | null;
  /** Whether the extension is run; null before the first look. */
  extended: boolean | null;
  seed: number;
  /** Over, and not ended early: every place has a run that counted by the rules of its day. */
  ranToItsEnd: boolean;
}

/** A run that was made for a place of the plan. */
export interface Attempt {
  runId: string;
  round: number;
  position: number;
  /** Counted from 0; those before the last one gave no figure. */
  attempt: number;
  state: RunState;
  failure: Failure | null;
  startedAtUs: number | null;
  endedAtUs: number | null;
  /** The figure of the primary outcome; null while it was not measured. */
  figure: number | null;
  /** Why the point of the primary step is invalid, by that point alone; null where it is not, or was not measured. */
  invalid: string | null;
}

/** One run that the plan asks for. */
export interface Slot {
  round: number;
  position: number;
  configuration: number;
  /** The first one first. */
  attempts: Attempt[];
  /** The one that counts; null while there is none. */
  counted: Attempt | null;
}

/** Every place of the plan, in the order in which they run. */
export function slotsOf(plan: Plan, attempts: readonly Attempt[]): Slot[] {
  if (plan.configurations === 0) return [];
  return roundOrder(plan.configurations, roundsOf(plan), plan.seed).flatMap((order, round) =>
    order.map((configuration, position) => {
      const own = attempts
        .filter((one) => one.round === round && one.position === position)
        .sort((a, b) => a.attempt - b.attempt);
      return { round, position, configuration, attempts: own, counted: countedOf(own, plan) };
    }),
  );
}

/**
 * The last attempt, because the earlier ones did not count. If a later rule calls it invalid, it stays in a finished
 * experiment, which cannot repeat it; the result leaves its figures out.
 */
function countedOf(attempts: Attempt[], { ranToItsEnd }: Plan): Attempt | null {
  return attempts.findLast(counts) ?? (ranToItsEnd ? attempts.findLast(hasFigure) : null) ?? null;
}

export const roundsOf = ({ rounds, extensionRounds, extended }: Plan): number =>
  rounds + (extended === true ? (extensionRounds ?? 0) : 0);

const hasFigure = ({ state, figure }: Attempt): boolean => state === 'finished' && figure !== null && figure > 0;

/** Finished with a figure that is possible and positive, whatever its value. */
export const counts = (attempt: Attempt): boolean => hasFigure(attempt) && attempt.invalid === null;

/** The run under way, or the one that counts. */
export const currentOf = ({ counted, attempts }: Slot): Attempt | null =>
  counted ?? attempts.find(({ state }) => !isTerminal(state)) ?? null;

/** Runs of a place that gave no figure and were made up for, or will be. */
export const withoutFigure = ({ counted, attempts }: Slot): Attempt[] =>
  attempts.filter((one) => one !== counted && isTerminal(one.state));

/** Runs that count, round by round and in each by configuration; only rounds that are whole. */
export function wholeRounds(slots: readonly Slot[]): string[][] {
  return [...groupsBy(slots, ({ round }) => round).values()].flatMap((round) => {
    const inOrder = [...round].sort((a, b) => a.configuration - b.configuration);
    const runIds = inOrder.flatMap(({ counted }) => counted?.runId ?? []);
    return runIds.length === round.length ? [runIds] : [];
  });
}

/** '2 of 6 rounds': those that are whole, of all that are planned. */
export function roundsDoneText(plan: Plan & { attempts: readonly Attempt[] }): string {
  const done = wholeRounds(slotsOf(plan, plan.attempts)).length;
  return `${done} of ${plural(roundsOf(plan), 'round')}`;
}
