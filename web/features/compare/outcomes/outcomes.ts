import type { ComparedMetric, Comparison, Effect, MetricOutcome, ShownResult } from '@contract/comparison';
import { figureText, isLatency } from '@rules/outcomes/figures';
import { formatCount, formatPercent, formatSignificant, plural } from '@rules/words/numbers';
import { MAX_SIDES } from '@/ui/sides';

/** Where an outcome stands on its page: links of findings name it so. */
export const anchorOf = ({ metric, stepPosition, sideIndex }: MetricOutcome): string =>
  `outcome-${metric}-${stepPosition + 1}-${sideIndex}`;

/** What stands in the table: 'faster', 'same within 2 %', 'higher, not claimed', 'inconclusive', 'no repeats'. */
export function saysText(told: MetricOutcome): string {
  const { outcome, word, couldShow, effect } = told;
  const claimed = couldShow === 'yes';
  if (outcome === 'equivalent') {
    const same = effect ? `same within ${formatPercent(effect.marginPercent)} %` : 'the same';
    return claimed ? same : `${same}, not claimed`;
  }
  if (outcome === 'higher' || outcome === 'lower') return claimed ? word : `${outcome}, not claimed`;
  if (outcome === 'inconclusive') return (effect && doubtText(effect)) ?? outcome;
  return outcome === 'no-repeats' ? 'no repeats' : outcome;
}

/** 'lower, within noise floor': the interval shows a difference, which is still none that counts; null without one. */
function doubtText({ ratio, low, high, marginPercent, noiseFloorPercent }: Effect): string | null {
  if (low === null || high === null || (low <= 1 && high >= 1)) return null;
  const threshold = Math.max(marginPercent, noiseFloorPercent ?? 0);
  if (Math.abs(Math.log(ratio)) > Math.log1p(threshold / 100)) return null;
  return `${ratio > 1 ? 'higher' : 'lower'}, within ${threshold === marginPercent ? 'margin' : 'noise floor'}`;
}

const RANK: Record<MetricOutcome['outcome'], number> = {
  higher: 0,
  lower: 0,
  equivalent: 1,
  inconclusive: 2,
  provisional: 3,
  'no-repeats': 4,
};

/** The surest first: what was declared, then what was decided, then by how improbable chance is, then by size. */
export function bySignificance(outcomes: MetricOutcome[]): MetricOutcome[] {
  const pOf = ({ effect }: MetricOutcome): number => effect?.pValueAdjusted ?? effect?.pValue ?? 1;
  const sizeOf = ({ effect }: MetricOutcome): number => Math.abs(Math.log(effect?.ratio ?? 1));
  return [...outcomes].sort(
    (a, b) =>
      Number(b.primary) - Number(a.primary) ||
      RANK[a.outcome] - RANK[b.outcome] ||
      pOf(a) - pOf(b) ||
      sizeOf(b) - sizeOf(a),
  );
}

/** '95 % interval', '99.6 % interval, corrected'. */
export function confidenceText({
  confidencePercent,
  pValueAdjusted,
}: Pick<Effect, 'confidencePercent' | 'pValueAdjusted'>): string {
  const corrected = pValueAdjusted === null ? '' : ', corrected';
  return `${formatPercent(confidencePercent).replace('.0', '')} % interval${corrected}`;
}

/** '6 rounds in random order', '3 and 4 runs'. */
export function countText({ interleaved, pairs, baselineCount, otherCount }: Effect): string {
  if (interleaved) return `${plural(pairs ?? 0, 'round')} in random order`;
  if (baselineCount === otherCount) return `${plural(baselineCount, 'run')} a side`;
  return `${formatCount(baselineCount)} and ${plural(otherCount, 'run')}`;
}

/** A mean of runs, in the unit of its metric. */
export const meanText = (metric: ComparedMetric, mean: number): string =>
  metric === 'requestsPerSecond' ? formatCount(mean) : isLatency(metric) ? figureText(mean) : formatSignificant(mean);

/** What people look for first. */
export const LOOKED_FOR: ComparedMetric[] = ['requestsPerSecond', 'serverCpuUsPerRequest', 'latencyMsP99'];

/**
 * What the page speaks of first: what was declared, or else throughput, p99 and server CPU of one step: the chosen one, or
 * that in which the baseline was fastest.
 */
export function mainOutcomes({ outcomes }: Pick<Comparison, 'outcomes'>, row: number | null): MetricOutcome[] {
  const declared = outcomes.filter(({ primary }) => primary);
  if (declared.length > 0) return declared;
  const throughput = outcomes.filter(({ metric }) => metric === 'requestsPerSecond');
  // As in the headline: a figure that is not possible may well be the highest.
  const [fastest] = throughput.toSorted(
    (a, b) => Number(b.effect !== null) - Number(a.effect !== null) || (b.baseline.mean ?? 0) - (a.baseline.mean ?? 0),
  );
  const at = outcomes.some(({ stepPosition }) => stepPosition === row) ? row : (fastest?.stepPosition ?? null);
  return LOOKED_FOR.flatMap((metric) =>
    outcomes.filter((one) => one.metric === metric && one.stepPosition === at),
  ).toSorted((a, b) => a.sideIndex - b.sideIndex);
}

/** The mark of the side that a run is of: repeats of one configuration have one. */
export const markOfRun = (shown: ShownResult, runId: string): number =>
  markOfSide(
    shown,
    shown.sides.findIndex(({ runIds }) => runIds.includes(runId)),
  );

/** The mark by which a side is known: that of its first run; of more runs than there are marks, its own place. */
export function markOfSide({ runs, sides }: ShownResult, sideIndex: number): number {
  // Sides of an experiment are called by their configurations: no run of theirs has a letter of its own.
  const named = sides.every(({ letters, name }) => letters !== '' && letters === name);
  if (named || runs.length > MAX_SIDES) return sideIndex;
  const first = runs.findIndex(({ id }) => id === sides[sideIndex]?.runIds[0]);
  return first < 0 ? sideIndex : first;
}
