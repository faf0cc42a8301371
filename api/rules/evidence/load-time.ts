/** A stretch of time by the clock of one host. */
export interface Stretch {
  fromUs: number;
  toUs: number;
}

/**
 * The part of a window in which load was driven for certain, wherever in it the load began. A tool takes time to start,
 * the window of a server on another host holds the way of two commands, and clocks of hosts need not agree. Empty (from
 * after to) where the window is twice as long as the load or more.
 */
export function loadTime({ fromUs, toUs }: Stretch, durationUs: number): Stretch {
  const slackUs = Math.max(0, toUs - fromUs - durationUs);
  return { fromUs: fromUs + slackUs, toUs: toUs - slackUs };
}
