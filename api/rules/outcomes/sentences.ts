import type { MetricOutcome } from '../../contract/comparison.ts';
import type { AskedStep } from '../../contract/load.ts';
import { resolutionText } from '../load/latency-resolution.ts';
import { stepText } from '../spec/load-words.ts';
import type { Doubt } from '../statistics/conclusion.ts';
import { ROUNDS_MOST } from '../statistics/rounds-needed.ts';
import { plural } from '../words/numbers.ts';
import { changeText, figureText, METRIC_WORDS, metricTitle, percentText } from './figures.ts';
import type { Side } from './sides.ts';

interface Told {
  told: Omit<MetricOutcome, 'sentence'>;
  baseline: Side;
  other: Side;
  /** What each was asked for in the step; null where a side has none like it. */
  specs: { baseline: AskedStep | null; other: AskedStep | null };
  doubt: Doubt | null;
  /** The tool's resolution, where a latency is too coarse for a ratio; else null. */
  coarseUs: number | null;
}

/** One outcome in words: what was seen, how sure it is, and whether it could have been seen otherwise. */
export function outcomeSentence({ told, baseline, other, specs, doubt, coarseUs }: Told): string {
  const name = metricTitle(told.metric);
  const at = atText(specs, baseline.letters, other.letters);
  if (told.effect === null && coarseUs !== null)
    return `${name}${at}: too close to the tool's ${resolutionText(coarseUs)} resolution for a difference.`;
  const seen = seenText(told, baseline, other, doubt);
  const shown = told.couldShow === 'yes' ? '' : ` ${told.couldShowSentence}`;
  return `${name}${at}: ${seen}${shown}`;
}

/** ' at 100 connections', or ', off at 100 connections and on at 200 connections'. */
function atText({ baseline, other }: Told['specs'], from: string, to: string): string {
  const [asked, instead] = [baseline ?? other, other ?? baseline].map((spec) => (spec ? stepText(spec) : ''));
  if (!asked || !instead) return '';
  return asked === instead ? ` at ${asked}` : `, ${from} at ${asked} and ${to} at ${instead}`;
}

function seenText(told: Told['told'], baseline: Side, other: Side, doubt: Doubt | null): string {
  const { effect, outcome } = told;
  const [from, to] = [baseline.letters, other.letters];
  const means = meansText(told, from, to);
  if (effect === null) return `${means}; the two have no ratio, so nothing is claimed.`;
  const change = changeText(effect.ratio);
  const evidence = evidenceText(effect);
  const [is, reads] = other.letters.includes(', ') && !effect.interleaved ? ['are', 'read'] : ['is', 'reads'];
  const claimed = told.couldShow === 'yes';
  const size = percentText(Math.abs(effect.ratio - 1) * 100);
  switch (outcome) {
    case 'higher':
    case 'lower':
      // A claim beside 'cannot tell whether this test could have shown it' would take itself back.
      return claimed
        ? `${to} ${is} ${size} ${told.word} than ${from} (${evidence}).`
        : `${to} ${reads} ${size} ${outcome} than ${from} (${evidence}), which is not claimed of the server.`;
    case 'equivalent':
      return !claimed
        ? `${to} ${reads} ${change} against ${from}, the same within ${percentText(effect.marginPercent)} (${evidence}), which is not claimed of the server.`
        : `${to} and ${from} are the same within ${percentText(effect.marginPercent)} (${change}; ${evidence}).`;
    case 'inconclusive':
      return `${to} ${reads} ${change} against ${from} (${evidence}): ${DOUBTS[doubt ?? 'no-change-not-excluded']}${claimed ? neededText(effect) : ''}`;
    case 'provisional':
      return `${to} ${reads} ${change} against ${from} (${evidence}): fewer than three runs a side are too few for a claim.`;
    case 'no-repeats':
      return `${means} (${change}): a side without repeats says nothing of noise, so nothing is claimed.`;
  }
}

function meansText({ metric, baseline, other }: Told['told'], from: string, to: string): string {
  const { unit } = METRIC_WORDS[metric];
  const text = (mean: number | null): string => (mean === null ? 'nothing' : `${figureText(mean)} ${unit}`);
  return `${from} ${text(baseline.mean)}, ${to} ${text(other.mean)}`;
}

const DOUBTS: Record<Doubt, string> = {
  'no-change-not-excluded': 'this may be no change at all.',
  'within-margin': 'a difference, but not known to be above the margin.',
  'within-noise-floor': 'no more than identical configurations differ on these hosts.',
  'among-many': 'no answer, corrected for multiple comparisons.',
  'no-spread': 'every repetition gave the very same figure, so its noise is not known.',
};

type Effect = NonNullable<MetricOutcome['effect']>;

/** '95 %', or '99.2 % corrected' for multiple comparisons. */
function confidenceText({ confidencePercent, pValueAdjusted }: Effect): string {
  const corrected = pValueAdjusted === null ? '' : ' corrected';
  return `${Number(confidencePercent.toFixed(confidencePercent > 99 ? 2 : 1))} %${corrected}`;
}

function evidenceText(effect: Effect): string {
  const counts =
    effect.interleaved && effect.pairs !== null
      ? `${plural(effect.pairs, 'round')} in random order`
      : `${effect.baselineCount} and ${effect.otherCount} runs, not interleaved`;
  const interval =
    effect.low === null || effect.high === null
      ? 'no interval'
      : `${confidenceText(effect)} interval ${changeText(effect.low)} to ${changeText(effect.high)}`;
  const floor = effect.noiseFloorPercent === null ? '' : `, noise floor ${percentText(effect.noiseFloorPercent)}`;
  return `${interval}, ${counts}${floor}`;
}

function neededText({ ratio, low, marginPercent, roundsNeeded, smallestShownPercent }: Effect): string {
  const shows =
    smallestShownPercent === null
      ? ''
      : ` As many runs show differences of ${percentText(smallestShownPercent)} and more.`;
  if (low === null) return shows;
  const rounds = roundsNeeded === null ? `More than ${ROUNDS_MOST}` : `About ${roundsNeeded}`;
  const tells =
    Math.abs(Math.log(ratio)) > Math.log1p(marginPercent / 100)
      ? 'tell one like this'
      : `show that there is none of ${percentText(marginPercent)} or more, if there is none`;
  return `${shows} ${rounds} rounds would ${tells}.`;
}
