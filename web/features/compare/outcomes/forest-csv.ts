import type { MetricOutcome, ShownResult } from '@contract/comparison';
import { csvText } from '@rules/export/csv';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { rowText } from './row-text';

/** A row for each outcome: means with their unit, and the change with its interval. */
export function forestCsv(comparison: ShownResult, outcomes: MetricOutcome[]): string {
  const percent = (ratio: number | null | undefined): number | null =>
    ratio === null || ratio === undefined ? null : Number(((ratio - 1) * 100).toPrecision(8));
  return csvText<MetricOutcome>(
    [
      { name: 'metric', of: ({ metric }) => METRIC_WORDS[metric].label },
      { name: 'step', of: ({ stepPosition, sideIndex }) => rowText(comparison, stepPosition, sideIndex) },
      { name: 'side', of: ({ sideIndex }) => comparison.sides[sideIndex]?.letters ?? null },
      { name: 'unit', of: ({ metric }) => METRIC_WORDS[metric].unit },
      { name: 'baseline_mean', of: ({ baseline }) => baseline.mean },
      { name: 'side_mean', of: ({ other }) => other.mean },
      { name: 'change_percent', of: ({ effect }) => percent(effect?.ratio) },
      { name: 'change_percent_low', of: ({ effect }) => percent(effect?.low) },
      { name: 'change_percent_high', of: ({ effect }) => percent(effect?.high) },
      { name: 'confidence_percent', of: ({ effect }) => effect?.confidencePercent ?? null },
      { name: 'outcome', of: ({ word }) => word },
    ],
    outcomes,
  );
}
