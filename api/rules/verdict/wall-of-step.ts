import type { Finding } from '../../contract/verdict.ts';
import { FINDINGS, WALLS } from '../../contract/words.ts';
import { FAILED_NEXT, failedShortly, failedText, rateMet } from '../findings/findings-of-load.ts';
import { formatCount } from '../words/numbers.ts';
import { capitalised, listed } from '../words/text.ts';
import { percent } from './amounts.ts';
import { wallOfBackend } from './backend/wall-of-backend.ts';
import { IMPOSSIBLE_NEXT, impossible, inFlightOf } from './littles-law.ts';
import { rateNext, slowedByOthers } from './rate-next.ts';
import { othersText, type Situation, type WallFound } from './situation.ts';
import { RATE_MET_LEAST } from './thresholds.ts';
import { busyOfDoubted, doubtedText, unnamedCpus } from './unnamed-words.ts';
import { wallOfConcurrency } from './wall-of-concurrency.ts';
import { wallOfLimits } from './wall-of-limits.ts';
import { wallOfLocks } from './wall-of-locks.ts';
import { wallOfUnnamed } from './wall-of-unnamed.ts';
import { wallOfOneMachine, wallOutside } from './wall-outside.ts';
import { unknownWall } from './wall-unknown.ts';

/** What limited one step. The order is the rule: an earlier answer leaves no room for a later one. */
export function wallOfStep(situation: Situation): WallFound {
  const invalid = situation.findings.filter(({ severity }) => severity === 'invalid');
  if (invalid.length > 0) return noWall(situation, invalid);
  const found =
    wallOfRate(situation) ??
    wallOfOneMachine(situation) ??
    wallOfUnnamed(situation) ??
    wallOfLimits(situation) ??
    wallOfBackend(situation) ??
    wallOfLocks(situation) ??
    wallOfConcurrency(situation) ??
    wallOutside(situation) ??
    unknownWall(situation);
  return { ...found, because: `${found.because}${doubt(situation.findings)}` };
}

/** A figure that cannot be has no limit to look for. */
function noWall({ step }: Situation, invalid: Finding[]): WallFound {
  const found = inFlightOf(step);
  const law = found && invalid.some(({ code }) => code === 'littles-law');
  const [because, next] = law ? [impossible(step.point, found), IMPOSSIBLE_NEXT] : [failedText(step), FAILED_NEXT];
  const sentence = `Invalid: ${law ? 'throughput, latency and requests in flight contradict each other' : failedShortly(step)}.`;
  const none = { wall: null, walls: [], confidence: 'cannot-tell', lowerBound: false } as const;
  return { ...none, walls: [], sentence, because: capitalised(because), next };
}

/** An open loop that met its rate was limited by that rate, whatever was busy. */
function wallOfRate(situation: Situation): WallFound | null {
  const { step, limits } = situation;
  const found = rateMet(step);
  if (!found?.met && !found?.late) return null;
  const slowed = slowedByOthers(situation, found.asked);
  if (slowed) return slowed;
  const share = `${percent(found.share, 1)}, met from ${percent(RATE_MET_LEAST)}`;
  const seen = situation.clientObserved || situation.serverObserved;
  const held = limits.find(({ wall }) => wall === 'competing-load');
  const ofServer = limits.filter(({ host, wall }) => host.side === 'server' && wall !== 'competing-load');
  const [first] = ofServer;
  const unnamed = unnamedCpus(situation.evidence);
  const little = [...ofServer.map(limitText), ...(unnamed ? [doubtedText(unnamed, situation.evidence)] : [])];
  const room = little.length > 0 ? ` Little headroom for a higher one: ${little.join('; ')}.` : '';
  const ofClient = limits.filter(({ host, wall }) => host.side === 'client' && wall !== 'competing-load');
  const busy = ofClient.some(({ measured }) => measured)
    ? ' But the client was saturated: latencies include its own waits.'
    : ofClient.length > 0 || unnamed?.suspects.includes('client-cpu')
      ? ' The client may have been saturated: latencies may include its own waits.'
      : '';
  const others = held
    ? ` Other processes held CPUs: latencies include waiting for them. ${capitalised(held.told)}.`
    : '';
  const [gave, asked] = [step.point.requestsPerSecond, found.asked].map(formatCount);
  const headroom = first ? `${first.named} leaves` : unnamed ? `${busyOfDoubted(unnamed)} leave` : null;
  const sentence = found.late
    ? `Limited by the offered rate: all of ${asked} req/s were sent; some answers came late.`
    : headroom
      ? `Rate met at ${gave} req/s; ${headroom} little headroom.`
      : `Limited by the offered rate: ${gave} of ${asked} req/s.`;
  const achieved = found.late
    ? `All requests of the ${asked} req/s offered were sent`
    : `${gave} of the ${asked} req/s offered were achieved (${share})`;
  const because = `${achieved}, so the rate was the limit${seen ? `; ${othersText(situation)}` : ''}.${room}${busy}${others}`;
  const wall = { wall: 'offered-load', walls: ['offered-load'], confidence: 'measured', lowerBound: false } as const;
  return {
    ...wall,
    walls: ['offered-load'],
    sentence,
    because,
    ...(found.late ? { next: LATE_NEXT } : rateNext(situation, found.asked)),
  };
}

const LATE_NEXT = 'Measure longer than the answers take, or find out what the late ones waited for.';

const limitText = ({ wall, told }: Situation['limits'][number]): string => `${WALLS[wall].name}, where ${told}`;

/** Why the figure is to be doubted, in few words: its findings say it in full. */
function doubt(findings: Finding[]): string {
  const reasons = findings.flatMap(({ severity, code }) =>
    severity === 'suspect' ? [FINDINGS[code].doubt ?? code] : [],
  );
  return reasons.length === 0 ? '' : ` Suspect: ${listed([...new Set(reasons)])}.`;
}
