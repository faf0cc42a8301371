/** A stretch of time by the clock of one host. */
export interface Stretch {
  fromUs: number;
  toUs: number;
}

/**
 * The part of a window in which load was driven for certain, wherever in it the load began: a tool takes time to start, and
 * the way of two commands lies around the window of a server that stands apart, with whose clock no other has to agree.
 * Empty (from after to) where the window is twice as long as the load or more.
 */
export function loadTime({ fromUs, toUs }: Stretch, durationUs: number): Stretch {
  const slackUs = Math.max(0, toUs - fromUs - durationUs);
  return { fromUs: fromUs + slackUs, toUs: toUs - slackUs };
}
