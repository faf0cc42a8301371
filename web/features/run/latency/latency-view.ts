import type { Run } from '@contract/run';
import { chartStartUs } from '@rules/samples/mean-edges';
import { spansOf } from '@/charts/phases';
import type { StripView } from '@/charts/strip-spans';
import type { LatencyColumn } from './latency-map';

/** A clock that was never read may stand anywhere. A load begins within so long of its step. */
const BEGINS_WITHIN_US = 60e6;

/** Steps where their intervals are; warm-ups where the API saw them, if its clock and that of the intervals agree. */
export function viewOf({ transitions }: Pick<Run, 'transitions'>, columns: LatencyColumn[]): StripView {
  const [first, lastUs] = [columns[0], columns.at(-1)?.toUs ?? 0];
  const firstUs = first?.fromUs ?? 0;
  const startUs = chartStartUs(transitions);
  const measuredUs = transitions.find(
    ({ state, stepIndex }) => state === 'measuring' && stepIndex === first?.stepIndex,
  )?.atUs;
  const placed =
    startUs !== null && measuredUs !== undefined && measuredUs <= firstUs && firstUs - measuredUs < BEGINS_WITHIN_US;
  const fromUs = placed ? Math.max(startUs, loadedFromUs(transitions, firstUs, measuredUs)) : firstUs - 1e6;
  const toUs = lastUs + 0.5e6;
  const warmups = placed
    ? spansOf(transitions, lastUs).warmups.filter((span) => span.toUs > fromUs && span.fromUs < toUs)
    : [];
  return {
    spans: { warmups, steps: stepsOf(columns) },
    zeroUs: placed ? startUs : fromUs,
    fromUs,
    toUs,
    means: null,
    live: false,
  };
}

/** A second before the warm-up that leads to the first interval, or before that interval. */
function loadedFromUs(transitions: Run['transitions'], firstUs: number, measuredUs: number): number {
  const warmup = spansOf(transitions, firstUs).warmups.find(({ toUs }) => toUs === measuredUs);
  return (warmup?.fromUs ?? firstUs) - 1e6;
}

function stepsOf(columns: LatencyColumn[]): StripView['spans']['steps'] {
  const steps = new Map<number, StripView['spans']['steps'][number]>();
  for (const { stepIndex, fromUs, toUs } of columns) {
    const known = steps.get(stepIndex);
    steps.set(stepIndex, { stepIndex, label: `step ${stepIndex + 1}`, fromUs: known?.fromUs ?? fromUs, toUs });
  }
  return [...steps.values()];
}
