import type { Run } from '@contract/run';
import type { HostSeries, RunSeries } from '@contract/samples';
import { isTerminal } from '@rules/run/run-machine';
import { queryOptions } from '@tanstack/react-query';
import type { Stretch } from '@/charts/stretch';
import { readDrawnSeries } from '@/features/run/drawn-series';

/** Readings at the edges, so that lines come in from outside of what is shown. */
const MARGIN_US = 1_000_000;
/** Of a larger part the rows that are there are about as many. */
const PART = 0.75;

/** A part of a run in rows of its own, where those of the whole are of several readings each. All that show the same part share the answer. */
export function finerQuery({ id, state }: Pick<Run, 'id' | 'state'>, host: HostSeries, shown: Stretch) {
  const [firstUs, lastUs] = [host.timesUs[0] ?? 0, host.timesUs.at(-1) ?? 0];
  const part = { afterUs: Math.floor(shown.fromUs) - MARGIN_US, toUs: Math.ceil(shown.toUs) + MARGIN_US };
  const complete = isTerminal(state) || part.toUs <= lastUs;
  return queryOptions({
    queryKey: ['series', id, part],
    queryFn: ({ signal }): Promise<RunSeries> => readDrawnSeries(id, signal, part),
    enabled: complete && host.readings !== undefined && part.toUs - part.afterUs < (lastUs - firstUs) * PART,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A host's rows of that part; until they have come, or where it has none, those that are there. */
export const finerOf = (host: HostSeries, part: RunSeries | undefined): HostSeries =>
  part?.hosts.find(({ hostId, timesUs }) => hostId === host.hostId && timesUs.length > 0) ?? host;
