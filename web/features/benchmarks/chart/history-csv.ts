import type { HistoryPoint } from '@contract/benchmark';
import type { ComparedMetric } from '@contract/comparison';
import { csvText } from '@rules/export/csv';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { columnName } from '@/charts/save/picture-csv';

const percent = (ratio: number | null): number | null =>
  ratio === null ? null : Number(((ratio - 1) * 100).toPrecision(8));
const momentOf = (atUs: number | null): string | null => (atUs === null ? null : new Date(atUs / 1000).toISOString());

/** A row for each point, gaps with their reason. */
export function historyCsv(points: HistoryPoint[], metric: ComparedMetric): string {
  const { unit } = METRIC_WORDS[metric];
  return csvText<HistoryPoint>(
    [
      { name: 'revision', of: ({ revision }) => revision },
      { name: 'subject', of: ({ subject }) => subject },
      { name: 'committed_at', of: ({ committedAtUs }) => momentOf(committedAtUs) },
      { name: 'measured_at', of: ({ measuredAtUs }) => momentOf(measuredAtUs) },
      { name: 'against', of: ({ against }) => against },
      { name: 'epoch', of: ({ epoch }) => epoch + 1 },
      { name: 'rounds', of: ({ rounds }) => rounds },
      { name: 'change_percent', of: ({ ratio }) => percent(ratio) },
      { name: 'change_percent_low', of: ({ low }) => percent(low) },
      { name: 'change_percent_high', of: ({ high }) => percent(high) },
      { name: columnName('candidate', unit), of: ({ candidate }) => candidate },
      { name: columnName('reference', unit), of: ({ reference }) => reference },
      { name: 'gap', of: ({ gap }) => gap },
      { name: 'experiment', of: ({ experimentId }) => experimentId },
    ],
    points,
  );
}
