import type { Effect, MetricOutcome } from '../../contract/comparison.ts';
import { RUNS_FOR_A_CLAIM } from '../statistics/conclusion.ts';
import { isLatency } from './figures.ts';

/* Why an outcome lacks a figure: each in a few words, for the place where it would stand. */

type Told = Pick<MetricOutcome, 'metric' | 'outcome' | 'couldShow' | 'baseline' | 'other' | 'effect'>;

/** Of one side. */
export const whyNoMean = ({ metric }: Pick<MetricOutcome, 'metric'>): string =>
  isLatency(metric) ? 'not measured, or too coarse for a ratio' : 'not measured, or 0';

/** Of everything that compares. */
export function whyNoRatio({ baseline, other }: Pick<Told, 'baseline' | 'other'>): string {
  return baseline.mean === null || other.mean === null ? 'a side has no figure' : 'the two have no ratio';
}

export function whyNoInterval(told: Told): string {
  if (!told.effect) return whyNoRatio(told);
  return fewestOf(told.effect) < 2 ? 'an interval needs two runs a side' : 'every repeat gave the same ratio';
}

export function whyNoDetection(told: Told): string {
  if (!told.effect || told.effect.low === null) return whyNoInterval(told);
  return `fewer than ${RUNS_FOR_A_CLAIM} runs on a side`;
}

export const whyNoNoiseFloor = (told: Told): string => (told.effect ? 'not measured on these hosts' : whyNoRatio(told));

export function whyNoRounds(told: Told): string {
  if (!told.effect) return whyNoRatio(told);
  if (isDecided(told)) return 'answered: more rounds are not needed';
  if (told.couldShow !== 'yes') return 'more rounds of this test would not show it';
  return whyNoInterval(told);
}

/** Rounds of what the comparison seems to be so far. */
export interface RoundsForAnswer {
  toShow: 'difference' | 'equality';
  /** In all; null of more than are worth naming. */
  rounds: number | null;
}

/** Null where no spread is known. */
export function roundsForAnswer({ ratio, low, marginPercent, roundsNeeded }: Effect): RoundsForAnswer | null {
  if (low === null) return null;
  const isGap = Math.abs(Math.log(ratio)) > Math.log1p(marginPercent / 100);
  return { toShow: isGap ? 'difference' : 'equality', rounds: roundsNeeded };
}

/** The same where more rounds can give an answer that is not there yet. */
export const roundsStillToRun = (told: Told): RoundsForAnswer | null =>
  !told.effect || isDecided(told) || told.couldShow !== 'yes' ? null : roundsForAnswer(told.effect);

const isDecided = ({ outcome }: Pick<Told, 'outcome'>): boolean =>
  outcome === 'higher' || outcome === 'lower' || outcome === 'equivalent';

const fewestOf = ({ baselineCount, otherCount }: Effect): number => Math.min(baselineCount, otherCount);
