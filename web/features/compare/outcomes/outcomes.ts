import type { ComparedMetric, Comparison, Effect, MetricOutcome, ShownResult } from '@contract/comparison';
import { formatCount, formatDifference, formatPercent, formatSignificant, plural } from '@rules/words/numbers';
import { MAX_SIDES } from '@/ui/sides';

export const COULD_WORDS: Record<MetricOutcome['couldShow'], string> = {
  yes: 'yes',
  no: 'no',
  'cannot-tell': 'cannot tell',
};

/** Where an outcome stands on its page: links of findings name it so. */
export const anchorOf = ({ metric, stepPosition, sideIndex }: MetricOutcome): string =>
  `outcome-${metric}-${stepPosition + 1}-${sideIndex}`;

/** What people look for in a table of outcomes. */
export const KINDS = ['better', 'worse', 'same', 'unclear'] as const;
export type OutcomeKind = (typeof KINDS)[number];

export const KIND_WORDS: Record<OutcomeKind, { label: string; title: string }> = {
  better: { label: 'Faster', title: 'Faster, or cheaper per request, and known to be' },
  worse: { label: 'Slower', title: 'Slower, or costlier per request, and known to be' },
  same: { label: 'Same', title: 'The same within the margin, and known to be' },
  unclear: {
    label: 'Unclear',
    title: 'Not decided, or this test could not, or may not, have shown it',
  },
};

/** What the test could not have shown, or may not have, is not claimed. */
export function kindOf({
  outcome,
  word,
  couldShow,
}: Pick<MetricOutcome, 'outcome' | 'word' | 'couldShow'>): OutcomeKind {
  if (couldShow !== 'yes') return 'unclear';
  if (outcome === 'equivalent') return 'same';
  if (outcome !== 'higher' && outcome !== 'lower') return 'unclear';
  return word === 'faster' || word === 'cheaper' ? 'better' : 'worse';
}

/** What stands in the table: 'faster', 'same within 2 %', 'higher, not claimed', 'inconclusive', 'no repeats'. */
export function saysText(told: MetricOutcome): string {
  const { outcome, word, couldShow, effect } = told;
  const claimed = couldShow === 'yes';
  if (outcome === 'equivalent') {
    const same = effect ? `same within ${formatPercent(effect.marginPercent)} %` : 'the same';
    return claimed ? same : `${same}, not claimed`;
  }
  if (outcome === 'higher' || outcome === 'lower') return claimed ? word : `${outcome}, not claimed`;
  return outcome === 'no-repeats' ? 'no repeats' : outcome;
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

/** '−1.1 to +0.5 %'; null with too few repetitions. */
export function intervalText({ low, high }: Pick<Effect, 'low' | 'high'>): string | null {
  if (low === null || high === null) return null;
  const [from, to] = [low, high].map((ratio) => formatDifference(ratio - 1));
  return `${from?.replace(' %', '')} to ${to}`;
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
  metric === 'requestsPerSecond' ? formatCount(mean) : formatSignificant(mean);

const LOOKED_FOR: ComparedMetric[] = ['requestsPerSecond', 'latencyMsP99', 'serverCpuUsPerRequest'];

/**
 * What the page speaks of first: what was declared, or else throughput, p99 and server CPU of one step: the chosen one, or
 * that in which the baseline was fastest.
 */
export function mainOutcomes({ outcomes }: Pick<Comparison, 'outcomes'>, row: number | null): MetricOutcome[] {
  const declared = outcomes.filter(({ primary }) => primary);
  if (declared.length > 0) return declared;
  const throughput = outcomes.filter(({ metric }) => metric === 'requestsPerSecond');
  const [fastest] = throughput.toSorted((a, b) => (b.baseline.mean ?? 0) - (a.baseline.mean ?? 0));
  const at = outcomes.some(({ stepPosition }) => stepPosition === row) ? row : (fastest?.stepPosition ?? null);
  return LOOKED_FOR.flatMap((metric) =>
    outcomes.filter((one) => one.metric === metric && one.stepPosition === at),
  ).toSorted((a, b) => a.sideIndex - b.sideIndex);
}

/** The mark by which a side is known: that of its first run; of more runs than there are marks, its own place. */
export function markOfSide({ runs, sides }: ShownResult, sideIndex: number): number {
  // Sides of an experiment are called by their configurations: no run of theirs has a letter of its own.
  const named = sides.every(({ letters, name }) => letters !== '' && letters === name);
  if (named || runs.length > MAX_SIDES) return sideIndex;
  const first = runs.findIndex(({ id }) => id === sides[sideIndex]?.runIds[0]);
  return first < 0 ? sideIndex : first;
}
