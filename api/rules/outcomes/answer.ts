import type { Effect, MetricOutcome } from '../../contract/comparison.ts';
import { EXPERIMENT_ROUNDS } from '../../contract/limits.ts';
import { RUNS_FOR_A_CLAIM } from '../statistics/conclusion.ts';
import { aboutRounds, roundedRounds } from '../statistics/rounds-needed.ts';
import { formatDifference, formatExact, plural } from '../words/numbers.ts';

/** An outcome as an answer for a reader. An invalid test, or one that may be invalid, gives none. */
export type AnswerKind = 'better' | 'worse' | 'same' | 'unclear';

type Answered = Pick<MetricOutcome, 'outcome' | 'word' | 'couldShow'>;

export function answerKind({ outcome, word, couldShow }: Answered): AnswerKind {
  if (couldShow !== 'yes') return 'unclear';
  if (outcome === 'equivalent') return 'same';
  if (outcome !== 'higher' && outcome !== 'lower') return 'unclear';
  return word === 'faster' || word === 'cheaper' ? 'better' : 'worse';
}

/** 'faster', 'costlier', 'same', 'no answer'. */
export function answerWord(told: Answered): string {
  const kind = answerKind(told);
  if (kind === 'unclear') return 'no answer';
  return kind === 'same' ? 'same' : told.word;
}

/** A difference beside 'no answer': 'Measured +48 %, not shown to be real' */
export const unshownText = (change: string): string => `Measured ${change}, not shown to be real`;

/** Between its ends. An interval from a tenth to ten times the baseline, or as wide elsewhere, is no statement of the runs. */
const WIDEST_FACTOR = 100;
const TOO_WIDE = 'too wide to state';

export const isTooWide = ({ low, high }: Pick<Effect, 'low' | 'high'>): boolean =>
  low !== null && high !== null && high > low * WIDEST_FACTOR;

/** '−1.1 to +0.5 %', or that it is too wide; null with too few repetitions. */
export function intervalText({ low, high }: Pick<Effect, 'low' | 'high'>): string | null {
  if (low === null || high === null) return null;
  if (isTooWide({ low, high })) return TOO_WIDE;
  const [from, to] = [low, high].map((ratio) => formatDifference(ratio - 1));
  return `${from?.replace(' %', '')} to ${to}`;
}

/** What the answer rests on, or why there is none, in a few words: 'one run each', '95 % interval −1.1 to +0.5 %'. */
export function answerBasis({ effect, outcome, sentence }: MetricOutcome): string {
  if (!effect) return sentence;
  const { baselineCount, otherCount } = effect;
  const fewest = Math.min(baselineCount, otherCount);
  if (outcome === 'no-repeats') return Math.max(baselineCount, otherCount) === 1 ? 'one run each' : 'one run on a side';
  if (outcome === 'provisional' && fewest < RUNS_FOR_A_CLAIM)
    return `${plural(fewest, 'run')} ${baselineCount === otherCount ? 'each' : 'on a side'}: too few`;
  const interval = namedInterval(effect);
  if (interval === null) return 'no interval';
  return isTooWide(effect) ? `${interval}: ${tooWideReason(effect)}` : `${interval}, ${countsText(effect)}`;
}

/** The same where no word beside it says that it is an interval: '−1.1 to +0.5 %', 'interval too wide to state'. */
export const namedInterval = (effect: Pick<Effect, 'low' | 'high'>): string | null =>
  isTooWide(effect) ? `interval ${TOO_WIDE}` : intervalText(effect);

/** Why an interval is too wide, and what narrows it: '2 rounds vary too much, about 12 rounds needed'. */
export function tooWideReason(effect: Effect): string {
  const { roundsNeeded } = effect;
  const needed = aboutRounds(roundsNeeded === null ? null : Math.max(roundsNeeded, FIRST_ROUNDS));
  return `${countsText(effect)} vary too much, ${needed} rounds needed`;
}

/** What an interval of so many percent is where nothing differs: '±1.5 %', or '−36 to +56 %', as ratios are drawn. */
export function aroundNoChange(percent: number): string {
  const [low, high] = [1 / (1 + percent / 100), 1 + percent / 100];
  const down = roughPercent(100 * (1 - low));
  const up = roughPercent(percent);
  if (isTooWide({ low, high })) return TOO_WIDE;
  return down === up ? `±${up}` : `−${down.replace(' %', '')} to +${up}`;
}

export function countsText({ baselineCount, otherCount, interleaved }: Effect): string {
  if (interleaved) return plural(Math.min(baselineCount, otherCount), 'round');
  return baselineCount === otherCount ? plural(otherCount, 'run') : `${baselineCount} and ${otherCount} runs`;
}

/** Rounds that an experiment begins with where nothing was repeated: one more than a claim needs. */
const FIRST_ROUNDS = RUNS_FOR_A_CLAIM + 1;

/** What running the same again, in rounds, would add. */
export type Repeats =
  /** Noise is not known yet. */
  | { type: 'repeat'; rounds: number }
  /** As many rounds detect a difference like this one. */
  | { type: 'rounds'; rounds: number }
  /** It takes more rounds than an experiment may have, or other than rounds. */
  | { type: 'no-rounds' }
  /** There is an answer. */
  | { type: 'answered' };

export function repeatsFor(told: Pick<MetricOutcome, 'outcome' | 'word' | 'couldShow' | 'effect'>): Repeats {
  const { effect, outcome, couldShow } = told;
  if (answerKind(told) !== 'unclear') return { type: 'answered' };
  const fewest = effect ? Math.min(effect.baselineCount, effect.otherCount) : 0;
  if (effect && fewest < RUNS_FOR_A_CLAIM) return { type: 'repeat', rounds: FIRST_ROUNDS };
  // More of a test that cannot show it does not show it either.
  if (couldShow !== 'yes' || outcome !== 'inconclusive' || !effect) return { type: 'no-rounds' };
  const needed = effect.roundsNeeded === null ? null : roundedRounds(effect.roundsNeeded);
  if (needed === null || needed > EXPERIMENT_ROUNDS[1]) return { type: 'no-rounds' };
  return { type: 'rounds', rounds: Math.max(needed, FIRST_ROUNDS) };
}

/** 'can detect 43 % now, planned 6.1 % over 6 rounds (noisier than planned)'; null where neither is known. */
export function detectionText(
  plannedPercent: number | null,
  achievedPercent: number | null,
  plannedRounds: number,
): string | null {
  const parts = [
    achievedPercent === null ? null : `can detect ${roughPercent(achievedPercent)} now`,
    plannedPercent === null
      ? null
      : `${achievedPercent === null ? 'planned to detect' : 'planned'} ${roughPercent(plannedPercent)} over ${plural(plannedRounds, 'round')}`,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const noisier = plannedPercent !== null && achievedPercent !== null && achievedPercent > plannedPercent * 1.5;
  return `${parts.join(', ')}${noisier ? ' (noisier than planned)' : ''}`;
}

/** The detectable difference is an estimate: two digits. */
export const roughPercent = (percent: number): string => `${formatExact(Number(percent.toPrecision(2)))} %`;
