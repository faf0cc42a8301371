import type { Wall } from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { formatCount } from '../words/numbers.ts';
import { capitalised, listed } from '../words/text.ts';
import { type Held, heldBehind } from './backend/wall-of-backend.ts';
import { competingNext } from './competing-words.ts';
import { sharesCpus } from './cpu-busy.ts';
import type { Limit } from './limit.ts';
import { moreClient } from './limits-of-cpus.ts';
import { othersText, type Situation, type WallFound } from './situation.ts';

const OF_CLIENT: Wall[] = ['client-cpu', 'client-thread'];

/** What was full is the wall; with nothing full it is none of these. */
export function wallOfLimits(situation: Situation): WallFound | null {
  const { limits } = situation;
  const walls = [...new Set(limits.map(({ wall }) => wall))];
  const [first] = limits;
  if (!first) return null;
  // A client that was not measured may have been the earlier limit; a full client comes before all.
  const certain = isClientsOwn(limits) || ['free', 'full', 'held', 'database'].includes(situation.client);
  const confidence = certain && limits.every(({ measured }) => measured) ? 'measured' : 'likely';
  const competing = limits.some((limit) => limit.wall === 'competing-load');
  const behind = competing ? heldBehind(situation) : null;
  if (behind) return besideOthers(situation, walls, behind);
  const lowerBound = !competing && isClientsOwn(limits);
  const found = { walls, confidence, lowerBound } as const;
  if (walls.length > 1) {
    return {
      ...found,
      wall: 'several',
      sentence: severalText(situation, walls, confidence),
      next: nextOf(situation, severalNext(situation)),
    };
  }
  const { wall } = first;
  const hosts = limits.map(({ host }) => host);
  const head = capitalised(`${WALLS[wall].name}${confidence === 'likely' ? ', likely' : ''}`);
  const others = othersText(situation, OF_CLIENT.includes(wall) || wall.startsWith('server') ? hosts : []);
  const told = listed(limits.map((limit) => limit.told));
  const sentence = `${head}: ${told}${others && `; ${others}`}. ${conclusion(situation, first, lowerBound, confidence)}`;
  return { ...found, wall, sentence, next: nextOf(situation, first.next) };
}

/**
 * Other processes held CPUs, and what the target asks held requests up as well: a flush or a lock may last longer for want of
 * a CPU, so neither is named alone.
 */
function besideOthers(situation: Situation, full: Wall[], behind: Held): WallFound {
  const { limits } = situation;
  const walls = [...full, behind.wall];
  const told = full.map((wall) => ofWall(limits, wall));
  const service = `${WALLS[behind.wall].name}, where ${listed(behind.told.filter(Boolean))}`;
  return {
    wall: 'several',
    walls,
    confidence: 'likely',
    lowerBound: false,
    sentence: `Several were full together, likely: ${[...told, service].join('; ')}. ${FIRST_UNKNOWN}`,
    next: nextOf(situation, behind.next),
  };
}

const FIRST_UNKNOWN = 'Which of them was the limit first cannot be told from this step.';

const OF_CPUS: Wall[] = ['client-cpu', 'server-cpu', 'database-cpu', 'competing-load'];

/** More CPUs for either side would be measured against other processes, too. */
function nextOf({ evidence, findings, limits }: Situation, own: string): string {
  const competing = findings.some(({ code }) => code === 'competing-load');
  return competing && limits.some(({ wall }) => OF_CPUS.includes(wall)) ? competingNext(evidence) : own;
}

const severalNext = ({ limits, run }: Situation): string =>
  limits.some(({ host }) => host.side === 'client')
    ? `${moreClient(run)}: what then stays full is the limit.`
    : 'Change one of them at a time and see which one moves throughput.';

/** All that was full belongs to clients: their CPUs, or NICs of theirs. */
const isClientsOwn = (limits: Limit[]): boolean => limits.every(({ host }) => host.side === 'client');

function severalText(situation: Situation, walls: Wall[], confidence: WallFound['confidence']): string {
  const told = walls.map((wall) => ofWall(situation.limits, wall)).join('; ');
  const { clients } = situation.evidence;
  const unmeasured = clients.length === 0 ? 'the client was not measured' : 'not every client was measured';
  const unseen = situation.client === 'unknown' ? `; ${unmeasured}` : '';
  const likely = confidence === 'likely' ? ', likely' : '';
  const same = sharesCpus(situation.evidence) && both(walls) ? ' Client and server used the same CPUs.' : '';
  const own = isClientsOwn(situation.limits) ? ` ${roomText(situation)}` : '';
  return `Several were full together${likely}: ${told}${unseen}.${same} ${FIRST_UNKNOWN}${own}`;
}

/** 'client CPU, where the tool used 28.2 of 32 CPUs ...' */
const ofWall = (limits: Limit[], wall: Wall): string =>
  `${WALLS[wall].name}, where ${listed(limits.flatMap((limit) => (limit.wall === wall ? [limit.told] : [])))}`;

const both = (walls: Wall[]): boolean => walls.includes('client-cpu') && walls.includes('server-cpu');

/** How much more the server could do, where the clients limited the figure. */
function roomText({ server, step }: Situation): string {
  const figure = `${formatCount(step.point.requestsPerSecond)} req/s`;
  return server === 'free'
    ? `The server could do more than ${figure}.`
    : `The server can do ${figure} at least; how much more is not known.`;
}

/** What the figure comes to where only one thing was full, as far as nothing else may have been. */
function conclusion(situation: Situation, limit: Limit, lowerBound: boolean, confidence: string): string {
  const own = limit.conclusion;
  if (own === undefined || lowerBound) return roomText(situation);
  if (limit.wall === 'competing-load') return own;
  if (confidence === 'likely' && situation.client === 'unknown') {
    return situation.evidence.clients.length > 1
      ? 'As long as not every client is measured, one of them may have been the limit as well.'
      : 'As long as the client is not measured, it may have been the limit as well.';
  }
  if (situation.client === 'maybe') return 'The client may have been full as well.';
  return own;
}
