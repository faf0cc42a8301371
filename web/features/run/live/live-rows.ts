import type { Run } from '@contract/run';
import type { RunSeries } from '@contract/samples';
import { meanEdgesUs } from '@rules/samples/mean-edges';
import { thinSeries } from '@rules/samples/thin-series';
import { DRAWN_ROWS, mergeSeries } from '@/charts/series';

/** What is left of too many rows, so that they are not put together at every reading. */
const THINNED_ROWS = (2 / 3) * DRAWN_ROWS;
/** The figures of now are read from these. */
const NEWEST_ROWS = 60;

/**
 * The series of a run under way that a page holds: all of it, in no more rows than are drawn. In a long run, older rows
 * are means of several readings, with their lowest and highest.
 */
export function grown(known: RunSeries | undefined, more: RunSeries, run: Run | undefined): RunSeries {
  const series = mergeSeries(known ?? { hosts: [] }, more);
  if (!run || series.hosts.every(({ timesUs }) => timesUs.length <= DRAWN_ROWS)) return series;
  return {
    hosts: series.hosts.map((host) => {
      if (host.timesUs.length <= DRAWN_ROWS) return host;
      const wanted = { rows: THINNED_ROWS, newest: NEWEST_ROWS, edgesUs: meanEdgesUs(run, host.hostId) };
      return { hostId: host.hostId, ...thinSeries(host, wanted) };
    }),
  };
}
