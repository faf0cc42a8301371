import { type Conclusion, conclusionOf, type Rules } from '../../rules/statistics/conclusion.ts';
import {
  type Effect,
  effectOfRounds,
  effectOfUnpairedRuns,
  type Fault,
  type Sides,
} from '../../rules/statistics/effect.ts';
import { roundOrder } from '../../rules/statistics/round-order.ts';
import { type Random, shuffled } from '../../rules/statistics/seeded-random.ts';
import { meanOf, type Scenario, secondsOfSession } from './sessions.ts';

export const ALPHA = 0.05;
/** Nothing but the interval decides: false alarms are then most frequent. */
export const INTERVAL_ALONE: Rules = { margin: 0, noise: null };
export const DECLARED: Rules = { margin: 0.02, noise: null };

export const claimsDifference = ({ type }: Conclusion): boolean => type === 'higher' || type === 'lower';

const seedFrom = (random: Random): number => Math.floor(random() * 2 ** 32);

export function mustBeEffect(effect: Effect | Fault): Effect {
  if ('fault' in effect) throw new Error(effect.fault);
  return effect;
}

export const decided = (sides: Sides, rules: Rules, alpha = ALPHA): Conclusion =>
  conclusionOf(mustBeEffect(effectOfRounds(sides, alpha)), rules);

/** Configurations by round in the order of the product. */
export const ourOrder = (rounds: number, random: Random, configurations = 2): number[][] =>
  roundOrder(configurations, rounds, seedFrom(random));

/** The same without places being balanced. */
export const freeOrder = (rounds: number, random: Random, configurations = 2): number[][] =>
  Array.from({ length: rounds }, () => shuffled([...new Array(configurations).keys()], random));

/** Figures by round of the first two configurations of a session that ran in this order; the second has the effect. */
export function roundsOfSession(
  scenario: Scenario,
  order: readonly number[][],
  logEffect: number,
  random: Random,
): Sides {
  const configurations = order.flat();
  const seconds = secondsOfSession(
    scenario,
    configurations.map((configuration) => configuration * logEffect),
    random,
  );
  const figures = seconds.map(meanOf);
  const of = (configuration: number): number[] => figures.filter((_, i) => configurations[i] === configuration);
  return { baseline: of(0), other: of(1) };
}

/** What not to do: every second of every run counts as if it were a run. */
export function pooledSecondsClaim(scenario: Scenario, rounds: number, random: Random): boolean {
  const order = freeOrder(rounds, random).flat();
  const seconds = secondsOfSession(
    scenario,
    order.map(() => 0),
    random,
  );
  const of = (configuration: number): number[] => seconds.filter((_, i) => order[i] === configuration).flat();
  return unpairedClaim({ baseline: of(0), other: of(1) });
}

/** What not to do: first all runs of one configuration, then all of the other. */
export function sequentialClaim(scenario: Scenario, rounds: number, random: Random): boolean {
  const figures = secondsOfSession(scenario, new Array(2 * rounds).fill(0), random).map(meanOf);
  return unpairedClaim({ baseline: figures.slice(0, rounds), other: figures.slice(rounds) });
}

const unpairedClaim = (sides: Sides): boolean =>
  claimsDifference(conclusionOf(mustBeEffect(effectOfUnpairedRuns(sides, ALPHA)), INTERVAL_ALONE));
