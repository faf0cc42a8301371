import type { Comparison, MetricOutcome } from '../../contract/comparison.ts';
import { undecided } from '../gate/gate-answer.ts';
import { metricTitle } from '../outcomes/figures.ts';
import { rangeText } from '../outcomes/sentences.ts';
import { formatDifference } from '../words/numbers.ts';

/**
 * Figures of the complete rounds of an experiment that was ended early. Nothing is claimed, because whoever ended it
 * may have seen them; differences are still shown.
 */
export function withoutClaim(comparison: Comparison, stoppedSentence: string): Comparison {
  const outcomes = comparison.outcomes.map((outcome) => unclaimed(outcome));
  const conditions = comparison.conditions?.map(undecided);
  return {
    ...comparison,
    outcomes,
    ...(conditions && { conditions }),
    headline: `No claim: it ended early. ${stoppedSentence}`,
    because: NO_CLAIM,
  };
}

export const ENDED_EARLY = 'It ended before its last round: no claim is made';
export const NO_ROUND = 'No whole round: nothing to compare.';

const NO_CLAIM =
  'Differences of the complete rounds are shown, but a test that ends before its declared rounds claims nothing.';

function unclaimed(told: MetricOutcome): MetricOutcome {
  if (told.outcome === 'no-repeats') return told;
  const because = [told.because, 'The experiment ended before its last round, so nothing is claimed.'];
  return {
    ...told,
    outcome: 'provisional',
    word: 'provisional',
    sentence: `${differenceOf(told)}: shown, not claimed.`,
    because: because.filter(Boolean).join(' '),
  };
}

function differenceOf({ effect, metric }: MetricOutcome): string {
  if (!effect) return 'No difference could be computed';
  return `${metricTitle(metric)} ${formatDifference(effect.ratio - 1)} against the baseline${rangeText(effect)}`;
}
