import type { Comparison, MetricOutcome } from '../../contract/comparison.ts';

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
  const percent = (ratio: number): string => `${((ratio - 1) * 100).toFixed(1).replace('-', '−')} %`;
  const range =
    effect.low === null || effect.high === null ? '' : ` (${percent(effect.low)} to ${percent(effect.high)})`;
  return `${LABELS[metric]} ${percent(effect.ratio)} of difference to the baseline${range} in ${effect.pairs ?? effect.otherCount} rounds`;
}

const LABELS: Record<MetricOutcome['metric'], string> = {
  requestsPerSecond: 'Throughput',
  latencyMsP50: 'p50 latency',
  latencyMsP99: 'p99 latency',
  serverCpuUsPerRequest: "Server's CPU time per request",
  clientCpuUsPerRequest: "Client's CPU time per request",
};
