import type { RunStep } from '@contract/step';
import { latencyText, type PercentileKey } from '@/lib/latency-text';

export interface Percentile {
  key: PercentileKey;
  label: string;
  always: boolean;
}

const ALL: Percentile[] = [
  { key: 'p50', label: 'p50', always: true },
  { key: 'p90', label: 'p90', always: true },
  { key: 'p95', label: 'p95', always: false },
  { key: 'p97_5', label: 'p97.5', always: true },
  { key: 'p99', label: 'p99', always: true },
  { key: 'p99_9', label: 'p99.9', always: true },
  { key: 'p99_99', label: 'p99.99', always: false },
  { key: 'max', label: 'max', always: true },
];

/** The usual ones, and those that this run's tool reports. */
export function shownPercentiles(steps: RunStep[]): Percentile[] {
  return ALL.filter(
    ({ key, always }) => always || steps.some(({ point }) => point !== null && latencyText(point, key) !== null),
  );
}
