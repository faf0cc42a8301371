import type { MetricOutcome } from '../../contract/comparison.ts';
import { resolutionText } from '../load/latency-resolution.ts';
import type { Doubt } from '../statistics/conclusion.ts';
import { aboutRounds } from '../statistics/rounds-needed.ts';
import { formatDifference, formatPercent, plural } from '../words/numbers.ts';
import { isTooWide, namedInterval, tooWideReason } from './answer.ts';
import { changeText, figureText, METRIC_WORDS, metricTitle, percentText } from './figures.ts';
import type { Side } from './sides.ts';
import { roundsForAnswer } from './why-no-figure.ts';

type Told = Omit<MetricOutcome, 'sentence' | 'because'>;

interface Said {
  told: Told;
  baseline: Side;
  other: Side;
  /** What each was asked for in the step; null where a side has none like it. */
  asked: { baseline: string | null; other: string | null };
  doubt: Doubt | null;
  /** The tool's resolution, where a latency is too coarse for a ratio; else null. */
  coarseUs: number | null;
  /** The baseline against itself. */
  alike?: boolean;
}

/** One outcome in words: the answer, and what it rests on. */
export function outcomeWords(said: Said): Pick<MetricOutcome, 'sentence' | 'because'> {
  return { sentence: answerText(said), because: reasonText(said) };
}

/** If the test was not valid, that is the answer, whatever the figures. */
function answerText({ told, baseline, other, coarseUs, alike }: Said): string {
  const { effect, outcome, metric } = told;
  const [from, to] = [baseline.letters, other.letters];
  const name = metricTitle(metric);
  if (effect === null && coarseUs !== null)
    return `${name}: too close to the tool’s ${resolutionText(coarseUs)} resolution.`;
  if (alike && effect)
    return `${name}: ${to} ${formatDifference(effect.ratio - 1)} against ${from}${rangeText(effect)}.`;
  const noise = outcome === 'no-repeats' && effect ? ` ${unrepeated(effect)}` : '';
  if (told.couldShow === 'no') return `${told.couldShowSentence}${noise}`;
  if (effect === null) return `${name}: no ratio between ${to} and ${from}.`;
  if (told.couldShow !== 'yes') return `${told.couldShowSentence}${noise}`;
  const range = rangeText(effect);
  const change = formatDifference(effect.ratio - 1);
  switch (outcome) {
    case 'higher':
    case 'lower':
      return `${name}: ${to} ${isText(to, effect)} ${change.slice(1)} ${told.word} than ${from}${range}.`;
    case 'equivalent':
      return `${name}: ${to} and ${from} are the same within ${formatPercent(effect.marginPercent)} %.`;
    case 'inconclusive':
      return `${name}: no answer for ${to} against ${from}, ${change}${range}.`;
    case 'provisional':
      return `${name}: ${to} ${change} against ${from}, provisional${range}.`;
    case 'no-repeats':
      return `${name}: ${to} ${change} against ${from}.${noise}`;
  }
}

const isText = (to: string, { interleaved }: Effect): string => (to.includes(', ') && !interleaved ? 'are' : 'is');

const unrepeated = ({ baselineCount, otherCount }: Effect): string =>
  `${baselineCount === 1 && otherCount === 1 ? 'One run each' : 'A side has one run'}: this may be noise.`;

/** ' (+31 to +43 %)'; '' without an interval. */
export function rangeText(effect: Pick<Effect, 'low' | 'high'>): string {
  const interval = namedInterval(effect);
  return interval === null ? '' : ` (${interval})`;
}

function reasonText({ told, baseline, other, asked, doubt, coarseUs, alike }: Said): string {
  const { effect, outcome, couldShow } = told;
  const at = atText(asked, baseline.letters, other.letters);
  const means = `${at}${meansText(told, baseline.letters, other.letters)}`;
  if (effect === null)
    return coarseUs === null ? `${means}; the two have no ratio, so nothing is claimed.` : `${means}.`;
  const seen = `${means} (${changeText(effect.ratio)}; ${evidenceText(effect)}).`;
  const parts = [
    seen,
    outcome === 'inconclusive' ? DOUBTS[doubt ?? 'no-change-not-excluded'] : '',
    outcome === 'provisional' ? TOO_FEW : '',
    outcome === 'equivalent' ? withinMargin(effect) : '',
    outcome === 'inconclusive' && couldShow === 'yes' ? neededText(effect) : '',
    couldShow === 'yes' || alike ? '' : 'Nothing is claimed of the server.',
  ];
  return parts.filter(Boolean).join(' ');
}

/** 'At 100 connections: ', or 'With off at 100 connections and on at 200 connections: '. */
function atText({ baseline, other }: Said['asked'], from: string, to: string): string {
  const [asked, instead] = [baseline ?? other, other ?? baseline];
  if (!asked || !instead) return '';
  return asked === instead ? `At ${asked}: ` : `With ${from} at ${asked} and ${to} at ${instead}: `;
}

function meansText({ metric, baseline, other }: Told, from: string, to: string): string {
  const { unit } = METRIC_WORDS[metric];
  const text = (mean: number | null): string => (mean === null ? 'nothing' : `${figureText(mean)} ${unit}`);
  return `${from} ${text(baseline.mean)}, ${to} ${text(other.mean)}${areMeans({ baseline, other }) ? ', geometric means' : ''}`;
}

/** Some side has several runs. */
export const areMeans = ({ baseline, other }: Pick<Told, 'baseline' | 'other'>): boolean =>
  [baseline, other].some(isMean);

export const isMean = ({ values }: Told['baseline']): boolean => values.filter((value) => value !== null).length > 1;

const DOUBTS: Record<Doubt, string> = {
  'no-change-not-excluded': 'The interval includes no change.',
  'within-margin': 'A difference, but perhaps below the margin.',
  'within-noise-floor': 'Identical configurations differ by as much on these hosts.',
  'among-many': 'It does not survive the correction for multiple comparisons.',
  'no-spread': 'Every repeat gave the very same ratio, so the noise is unknown.',
};

const TOO_FEW = 'Fewer than three runs a side are too few for a claim.';

const withinMargin = ({ marginPercent }: Pick<Effect, 'marginPercent'>): string =>
  `The interval is within the margin of ${percentText(marginPercent)}.`;

/** Of the reason of an outcome what no figure beside it says. */
export function reasonsBeside({ because, effect }: Pick<MetricOutcome, 'because' | 'effect'>): string[] {
  const known = [...Object.values(DOUBTS), TOO_FEW, ...(effect ? [withinMargin(effect)] : [])];
  return known.filter((reason) => because.includes(reason));
}

type Effect = NonNullable<MetricOutcome['effect']>;

/** '95 % confidence interval', or '99.2 % corrected' for multiple comparisons. */
function confidenceText({ confidencePercent, pValueAdjusted }: Effect): string {
  const corrected = pValueAdjusted === null ? '' : ' corrected';
  return `${Number(confidencePercent.toFixed(confidencePercent > 99 ? 2 : 1))} %${corrected} confidence interval`;
}

function evidenceText(effect: Effect): string {
  const counts =
    effect.interleaved && effect.pairs !== null
      ? `${plural(effect.pairs, 'round')} in random order`
      : `${effect.baselineCount} and ${effect.otherCount} runs, not interleaved`;
  if (isTooWide(effect)) return `${confidenceText(effect)} too wide to state: ${tooWideReason(effect)}`;
  const interval =
    effect.low === null || effect.high === null
      ? 'no confidence interval'
      : `${confidenceText(effect)} ${changeText(effect.low)} to ${changeText(effect.high)}`;
  const from = effect.noiseSource === undefined ? '' : ` from ${effect.noiseSource}`;
  const floor =
    effect.noiseFloorPercent === null ? '' : `, noise floor ${percentText(effect.noiseFloorPercent)}${from}`;
  return `${interval}, ${counts}${floor}`;
}

/** What a plan of as many rounds detects, and how many this difference needs. */
function neededText(effect: Effect): string {
  const { ratio, marginPercent, smallestShownPercent, interleaved, pairs } = effect;
  const many = interleaved && pairs !== null ? plural(pairs, 'round') : 'As many runs';
  const detects =
    smallestShownPercent === null
      ? ''
      : `${many} detect about ${formatPercent(smallestShownPercent)} % at 80 % power. `;
  const needed = roundsForAnswer(effect);
  if (needed === null) return detects.trim();
  const rounds = `${aboutRounds(needed.rounds)} rounds`;
  return needed.toShow === 'difference'
    ? `${detects}A gap of ${formatPercent(Math.abs(ratio - 1) * 100)} % needs ${rounds}.`
    : `${detects}Proving equality within ${formatPercent(marginPercent)} % takes ${rounds}, if they are equal.`;
}
