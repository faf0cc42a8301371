import type { Effect } from './effect.ts';
import { type Noise, noiseFloorOf } from './noise-floor.ts';
import { studentTTail } from './student-t.ts';

/** What was declared before the first round. */
export interface Rules {
  /** The difference that matters, as a share: 0.02 is a ratio of 1.02, or of 1 / 1.02. */
  margin: number;
  /** Null where no A/A experiment was made on these hosts. */
  noise: Noise | null;
}

/** What of an effect a conclusion is drawn from. */
export type Judged = Pick<Effect, 'ratio' | 'alpha' | 'pValue' | 'error' | 'runs' | 'pairs'>;

/** Why nothing can be concluded. */
export type Doubt =
  /** The interval reaches from one side of no change to the other. */
  | 'no-change-not-excluded'
  /** A difference, but not known to be above what matters nor to be below it. */
  | 'within-margin'
  | 'within-noise-floor'
  /** The single comparison would have said something; among this many it does not. */
  | 'among-many'
  /** Every round gave the very same ratio: the figures are coarser than their noise, which therefore is not known. */
  | 'no-spread';

export type Conclusion =
  | { type: 'higher' | 'lower' | 'equivalent' }
  | { type: 'inconclusive'; doubt: Doubt }
  /** Fewer than three runs a side: shown, nothing is claimed. */
  | { type: 'provisional' }
  /** A side has a single run: shown, nothing is claimed. */
  | { type: 'no-repeats' };

/** With two pairs an interval has one degree of freedom: it exists, and says nothing. */
export const RUNS_FOR_A_CLAIM = 3;

export interface PValues {
  /** That there is no change. */
  difference: number;
  /** That the change is the margin or more: two one-sided tests. */
  equivalence: number;
}

/** Null where the effect has no interval. Not adjusted for anything. */
export function pValuesOf(effect: Judged, { margin }: Rules): PValues | null {
  if (effect.error === null || effect.pValue === null) return null;
  const room = Math.log1p(margin) - Math.abs(Math.log(effect.ratio));
  return { difference: effect.pValue, equivalence: studentTTail(room / effect.error.logRatio, effect.error.degrees) };
}

/** What an effect has to exceed to be called one, as |ln ratio|, and which of the two it is. */
export function thresholdOf(
  effect: Judged,
  { margin, noise }: Rules,
): { logRatio: number; of: 'margin' | 'noise-floor' } {
  const ofMargin = Math.log1p(margin);
  const ofNoise = noise ? noiseFloorOf(noise, roundsWorth(effect), effect.alpha) : 0;
  return ofNoise > ofMargin ? { logRatio: ofNoise, of: 'noise-floor' } : { logRatio: ofMargin, of: 'margin' };
}

/** How many rounds would give a mean as certain as that of these runs; where runs are paired, the number of pairs. */
function roundsWorth({ pairs, runs }: Judged): number {
  return pairs ?? 2 / (1 / runs.baseline + 1 / runs.other);
}

/**
 * What may be said of an effect. `higher` and `lower` need an interval (at the effect's alpha) without no change, and an
 * effect beyond the threshold; `equivalent` needs both one-sided tests at alpha within the margin.
 * `adjusted`: the p values after Holm, of everything but the primary outcome.
 */
export function conclusionOf(effect: Judged, rules: Rules, adjusted: PValues | null = null): Conclusion {
  const runs = Math.min(effect.runs.baseline, effect.runs.other);
  if (runs < 2) return { type: 'no-repeats' };
  if (runs < RUNS_FOR_A_CLAIM) return { type: 'provisional' };
  const own = pValuesOf(effect, rules);
  if (own === null) return { type: 'inconclusive', doubt: 'no-spread' };
  const alone = concluded(effect, rules, own);
  if (adjusted === null) return alone;
  const among = concluded(effect, rules, adjusted);
  // What alone would be an answer is none for the number of comparisons; else the reason is the effect's own.
  const spoilt =
    alone.type !== 'inconclusive' && among.type === 'inconclusive' && among.doubt === 'no-change-not-excluded';
  return spoilt ? { type: 'inconclusive', doubt: 'among-many' } : among;
}

function concluded(effect: Judged, rules: Rules, p: PValues): Conclusion {
  if (p.equivalence <= effect.alpha) return { type: 'equivalent' };
  if (p.difference > effect.alpha) return { type: 'inconclusive', doubt: 'no-change-not-excluded' };
  const threshold = thresholdOf(effect, rules);
  if (Math.abs(Math.log(effect.ratio)) > threshold.logRatio) return { type: effect.ratio > 1 ? 'higher' : 'lower' };
  return { type: 'inconclusive', doubt: threshold.of === 'margin' ? 'within-margin' : 'within-noise-floor' };
}
