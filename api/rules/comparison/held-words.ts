import type { ComparedMetric } from '../../contract/comparison.ts';
import type { Held, HeldWord } from '../../contract/run-baseline.ts';
import { changeText } from '../outcomes/figures.ts';

export const HELD_NAMES: Record<HeldWord, string> = {
  worse: 'regressed',
  better: 'improved',
  unclear: 'unclear',
  'not-comparable': 'not comparable',
};

/** Throughput is what the column beside it shows; anything else is named. */
const SHORT: Partial<Record<ComparedMetric, string>> = { serverCpuUsPerRequest: 'CPU/req' };

/** '+12.3 %', 'CPU/req +9.10 %'; null where nothing could be compared. */
export function heldChange({ metric, ratio }: Held): string | null {
  if (metric === null || ratio === null) return null;
  const named = SHORT[metric];
  return `${named ? `${named} ` : ''}${changeText(ratio)}`;
}
