import type { RunHistograms, RunStep } from '@contract/run';

const HEAD = ['step', 'load', 'latency_us', 'requests', 'requests_up_to', 'percentile'];

/**
 * Every bucket of every step as a row: its highest latency in µs, its requests, those up to it, and their share in
 * percent. `loadOf` names a step's load.
 */
export function histogramsCsv({ steps }: RunHistograms, loadOf: (stepIndex: number) => string): string {
  const rows = steps.flatMap(({ stepIndex, histogram }) => {
    const total = histogram.counts.reduce((sum, count) => sum + count, 0);
    let upTo = 0;
    return histogram.valuesUs.map((valueUs, i) => {
      const count = histogram.counts[i] ?? 0;
      upTo += count;
      return [stepIndex + 1, loadOf(stepIndex), valueUs, count, upTo, Number(((upTo / total) * 100).toFixed(6))];
    });
  });
  return [HEAD, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Whether a run has anything to download: some step's tool emits a histogram. */
export const hasHistograms = (steps: RunStep[]): boolean => steps.some(({ point }) => point?.distribution != null);
