import type { RunHistograms } from '@contract/point';
import { csvText } from '@rules/export/csv';

interface Bucket {
  stepIndex: number;
  valueUs: number;
  count: number;
  upTo: number;
  total: number;
}

/** Every bucket of every step as a row. `loadOf` names a step's load. */
export function histogramsCsv({ steps }: RunHistograms, loadOf: (stepIndex: number) => string): string {
  const rows = steps.flatMap(({ stepIndex, histogram }): Bucket[] => {
    const total = histogram.counts.reduce((sum, count) => sum + count, 0);
    let upTo = 0;
    return histogram.valuesUs.map((valueUs, i) => {
      const count = histogram.counts[i] ?? 0;
      upTo += count;
      return { stepIndex, valueUs, count, upTo, total };
    });
  });
  return csvText(
    [
      { name: 'step', of: ({ stepIndex }) => stepIndex + 1 },
      { name: 'load', of: ({ stepIndex }) => loadOf(stepIndex) },
      // The highest of the bucket.
      { name: 'latency_us', of: ({ valueUs }) => valueUs },
      { name: 'requests', of: ({ count }) => count },
      { name: 'requests_up_to', of: ({ upTo }) => upTo },
      { name: 'percentile', of: ({ upTo, total }) => Number(((upTo / total) * 100).toFixed(6)) },
    ],
    rows,
  );
}
