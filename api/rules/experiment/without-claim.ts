import type { Comparison, MetricOutcome } from '../../contract/comparison.ts';
import { changeText, metricTitle } from '../outcomes/figures.ts';

/**
 * The figures of the rounds that are whole, of an experiment that was ended early: whoever ends it may have seen them, so
 * nothing is claimed of them. Differences stay shown.
 */
export function withoutClaim(comparison: Comparison, stoppedSentence: string): Comparison {
  const outcomes = comparison.outcomes.map((outcome) => unclaimed(outcome));
  return { ...comparison, outcomes, headline: `No claim is made. ${stoppedSentence}` };
}

function unclaimed(told: MetricOutcome): MetricOutcome {
  if (told.outcome === 'no-repeats') return told;
  const sentence = `${differenceOf(told)}: shown, not claimed, as the experiment ended before its last round.`;
  return { ...told, outcome: 'provisional', word: 'provisional', sentence };
}

function differenceOf({ effect, metric }: MetricOutcome): string {
  if (!effect) return 'No difference could be computed';
  const range =
    effect.low === null || effect.high === null ? '' : ` (${changeText(effect.low)} to ${changeText(effect.high)})`;
  return `${metricTitle(metric)} ${changeText(effect.ratio)} beside the baseline${range} in ${effect.pairs ?? effect.otherCount} rounds`;
}
