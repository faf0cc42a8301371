import type { Run } from '../../contract/run.ts';

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

/**
 * When load was driven for certain in a step of a run, by the clock of that host, which no other has to agree with: what its
 * samples are cut by. Null where that is not known.
 */
export function loadTimeOf({ steps }: Pick<Run, 'steps'>, hostId: string, stepIndex: number): Stretch | null {
  const step = steps[stepIndex];
  const sides = step?.evidence ? [step.evidence.server, ...step.evidence.clients] : [];
  const kept = sides.find((side) => side?.hostId === hostId && side.loadTime)?.loadTime;
  if (kept) return kept;
  // Older runs did not keep it: what the tool of that host said.
  const own = step?.clients.find((client) => client.hostId === hostId)?.figures;
  if (!own) return null;
  const { fromUs, toUs } = loadTime({ fromUs: own.startedAtUs, toUs: own.endedAtUs }, own.durationUs);
  return toUs > fromUs ? { fromUs, toUs } : null;
}
