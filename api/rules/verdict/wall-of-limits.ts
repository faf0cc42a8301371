import type { Wall } from '../../contract/verdict.ts';
import { WALL_WORDS } from '../../contract/words.ts';
import { formatCount } from '../words/numbers.ts';
import { capitalised, listed } from '../words/text.ts';
import { sharesCpus } from './cpu-busy.ts';
import type { Limit } from './limits.ts';
import { NEXT } from './next-steps.ts';
import { othersText, type Situation, type WallFound } from './situation.ts';

const OF_CLIENT: Wall[] = ['client-cpu', 'client-thread'];

/** What was full is the wall; with nothing full it is none of these. */
export function wallOfLimits(situation: Situation): WallFound | null {
  const { limits } = situation;
  const walls = [...new Set(limits.map(({ wall }) => wall))];
  const [wall] = walls;
  if (!wall || wall === 'unknown') return null;
  // A client that was not measured may have been the earlier limit; a full client comes before all.
  const certain = isClientsOwn(limits) || ['free', 'full', 'held'].includes(situation.client);
  const confidence = certain && limits.every(({ measured }) => measured) ? 'measured' : 'likely';
  const competing = limits.some((limit) => limit.wall === 'competing-load');
  const lowerBound = !competing && isClientsOwn(limits);
  const found = { walls, confidence, lowerBound } as const;
  if (walls.length > 1) {
    return {
      ...found,
      wall: 'several',
      sentence: severalText(situation, walls, confidence),
      next: nextOf(situation, 'several'),
    };
  }
  const hosts = limits.map(({ host }) => host);
  const head = capitalised(`${WALL_WORDS[wall]}${confidence === 'likely' ? ', likely' : ''}`);
  const others = othersText(situation, OF_CLIENT.includes(wall) || wall.startsWith('server') ? hosts : []);
  const told = listed(limits.map((limit) => limit.told));
  const sentence = `${head}: ${told}${others && `; ${others}`}. ${conclusion(situation, wall, lowerBound, confidence)}`;
  return { ...found, wall, sentence, next: nextOf(situation, wall) };
}

const OF_CPUS: Wall[] = ['client-cpu', 'server-cpu', 'competing-load'];

/** More CPUs for either side would be measured against other processes, too. */
function nextOf(situation: Situation, wall: Exclude<Wall, 'unknown'>): string {
  const competing = situation.findings.some(({ code }) => code === 'competing-load');
  return competing && situation.limits.some((limit) => OF_CPUS.includes(limit.wall))
    ? NEXT['competing-load'](situation)
    : NEXT[wall](situation);
}

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
  return `Several were full together${likely}: ${told}${unseen}.${same} Which of them was the limit first cannot be told from this step.${own}`;
}

/** 'client CPU, where the tool used 28.2 of 32 CPUs ...' */
const ofWall = (limits: Limit[], wall: Wall): string =>
  `${WALL_WORDS[wall]}, where ${listed(limits.flatMap((limit) => (limit.wall === wall ? [limit.told] : [])))}`;

const both = (walls: Wall[]): boolean => walls.includes('client-cpu') && walls.includes('server-cpu');

/** How much more the server could do, where the clients limited the figure. */
function roomText({ server, step }: Situation): string {
  const figure = `${formatCount(step.point.requestsPerSecond)} req/s`;
  return server === 'free'
    ? `The server could do more than ${figure}.`
    : `The server can do ${figure} at least; how much more is not known.`;
}

function conclusion(situation: Situation, wall: Wall, lowerBound: boolean, confidence: string): string {
  const figure = `${formatCount(situation.step.point.requestsPerSecond)} req/s`;
  if (wall === 'competing-load') return 'Neither client nor server is the limit.';
  if (lowerBound) return roomText(situation);
  if (confidence === 'likely' && situation.client === 'unknown') {
    return situation.evidence.clients.length > 1
      ? 'As long as not every client is measured, one of them may have been the limit as well.'
      : 'As long as the client is not measured, it may have been the limit as well.';
  }
  if (situation.client === 'maybe') return 'The client may have been full as well.';
  if (wall === 'server-cpu') {
    const whole = situation.limits.every(({ measured }) => measured);
    return `${figure} is what the server gives with ${whole ? 'these CPUs' : 'what other processes left of these CPUs'}.`;
  }
  if (wall === 'server-core') {
    return situation.server === 'free'
      ? 'Other CPUs of the server had room.'
      : 'Whether other CPUs of the server had room is not known.';
  }
  return `${figure} is what the network lets through.`;
}
