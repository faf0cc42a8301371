import type { RunSeries } from '@contract/samples';

/** Of each host, while the run goes on: half an hour at one reading a second. The whole is read when it is over. */
export const MOST_LIVE_ROWS = 1800;

/** Earlier readings may have been let go. */
export const isCut = (series: RunSeries): boolean =>
  series.hosts.some(({ timesUs }) => timesUs.length >= MOST_LIVE_ROWS);

export const CUT_NOTE = `The newest ${MOST_LIVE_ROWS.toLocaleString('en-US')} readings of each host; all of them are drawn when the run is over.`;
