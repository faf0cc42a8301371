import type { LockEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import { usedDepth } from '../load/used-depth.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { amount, percent } from './amounts.ts';
import { isH2 } from './labels-of-run.ts';
import { evidenceOf, type MeasuredStep } from './measured-step.ts';
import { othersText, type Situation, type WallFound } from './situation.ts';
import { BLOCKED_SHARE } from './thresholds.ts';

/** Time that requests spent blocked, beside the time of all that could be handled at once. */
export interface Blocked {
  locks: LockEvidence;
  connections: number;
  /** Requests that a server handles at once on a connection: streams of HTTP/2. */
  streams: number;
  share: number;
}

/**
 * A server of HTTP/1.1 handles the requests of one connection one after another, so no more of them can be blocked at
 * once than there are connections; streams of HTTP/2 it handles side by side. Null without a profile, and where the number of
 * connections or of their streams is not known.
 */
export function blockedIn(step: MeasuredStep, run: Run): Blocked | null {
  const { locks } = evidenceOf(step);
  const connections = step.spec.connections ?? step.point.connectionsEstablished;
  const streams = isH2(run) ? streamsOf(step) : 1;
  if (!locks || !connections || streams === null || locks.profileSeconds <= 0) return null;
  const share = locks.blockedSeconds / (connections * streams * locks.profileSeconds);
  return { locks, connections, streams, share };
}

const streamsOf = ({ spec, point }: MeasuredStep): number | null =>
  spec.loop === 'closed' ? (usedDepth(spec, point, true)?.most ?? null) : null;

export function wallOfLocks(situation: Situation): WallFound | null {
  if (situation.server === 'full' || situation.server === 'maybe') return null;
  const { run } = situation;
  const own = blockedIn(situation.step, run);
  if (own && own.share >= BLOCKED_SHARE) return found(situation, own, null);
  if (own) return null;
  const sibling = situation.steps.find(
    (other) => sameLoad(other, situation.step) && (blockedIn(other, run)?.share ?? 0) >= BLOCKED_SHARE,
  );
  const blocked = sibling && blockedIn(sibling, run);
  return blocked ? found(situation, blocked, sibling.index) : null;
}

function found(situation: Situation, blocked: Blocked, fromStep: number | null): WallFound {
  const { locks, share } = blocked;
  const certain = fromStep === null && situation.client === 'free' && situation.serverObserved;
  const whose = fromStep === null ? '' : ` (profiled in step ${fromStep + 1}, the same load)`;
  const whole = wholeText(blocked);
  const told = `requests were blocked for ${amount(locks.blockedSeconds)} s of ${whole} (${percent(share)}, the limit from ${percent(BLOCKED_SHARE)})${whose}, most of it under ${locks.functionName} (${amount(locks.functionSeconds)} s)`;
  return {
    wall: 'lock-contention',
    walls: ['lock-contention'],
    confidence: certain ? 'measured' : 'likely',
    lowerBound: false,
    sentence: `${certain ? 'Limited' : 'Probably limited'} by lock contention: requests were blocked ${percent(share)} of the time.`,
    because: `Lock contention: ${told}; ${othersText(situation)}. The server waits for itself.`,
    next: `Hold the lock for less time in ${locks.functionName}, or split it so that fewer requests share one, and run the same load again.`,
  };
}

/** What all that could be handled at once had: '10 connections × 100 streams × 5 s'. */
export function wholeText({ locks, connections, streams }: Blocked): string {
  const each = streams === 1 ? '' : ` × ${formatCount(streams)} streams`;
  return `${plural(connections, 'connection')}${each} × ${amount(locks.profileSeconds)} s`;
}

/** All but the profiles and how long. */
function sameLoad({ spec: a }: MeasuredStep, { spec: b }: MeasuredStep): boolean {
  if (a.loop === 'closed') {
    return b.loop === 'closed' && a.connections === b.connections && a.pipelining === b.pipelining;
  }
  return b.loop === 'open' && a.requestsPerSecond === b.requestsPerSecond && a.connections === b.connections;
}
