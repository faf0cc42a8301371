import type { Run } from '../../contract/run.ts';
import { isTerminal } from '../run/run-machine.ts';

/** Why a run has no latency over time, or none yet; null where it may have. */
export function whyNoLatencyOverTime({ spec, state }: Pick<Run, 'spec' | 'state'>): string | null {
  if (spec.load.tool !== 'volley') return 'Latency over time: only volley reports latency by the second.';
  return isTerminal(state) ? null : 'Latency over time: drawn when the run is over.';
}

export const LATENCY_NOT_KEPT = 'Latency over time: this copy was made before it was kept.';
export const LATENCY_NOT_IN_SOURCE = 'Latency over time: its source has none.';
