import type { SideEvidence } from '../../contract/evidence.ts';
import type { Confidence, Wall } from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { competingShare } from '../findings/competing-share.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { capitalised, listed, orListed } from '../words/text.ts';
import { percent, percents } from './amounts.ts';
import { type Held, heldBehind } from './backend/wall-of-backend.ts';
import { competingNext } from './competing-words.ts';
import { cpuState, cpuStateIn } from './cpu-busy.ts';
import { clientUnmeasured } from './labels.ts';
import type { Limit } from './limit.ts';
import { namedOf, ofWall } from './limit-words.ts';
import { moreClient } from './limits-of-cpus.ts';
import { sharesCpus, twinsOf } from './shared-cpus.ts';
import { othersText, type Situation, type WallFound } from './situation.ts';
import { doubtedCpus, reservationText } from './unnamed-words.ts';
import { OF_EITHER } from './words.ts';

const OF_CLIENT: Wall[] = ['client-cpu', 'client-thread'];

/** What was full is the wall; with nothing full it is none of these. */
export function wallOfLimits(situation: Situation): WallFound | null {
  const { limits } = situation;
  const walls = [...new Set(limits.map(({ wall }) => wall))];
  const [first] = limits;
  if (!first) return null;
  // A client that was not measured may have been the earlier limit; a full client comes before all.
  const certain = isClientsOwn(limits) || ['free', 'full', 'held', 'database'].includes(situation.client);
  const reservation = reservationOf(situation);
  const measured = certain && !reservation && !areOfBoth(limits) && limits.every((limit) => limit.measured);
  const confidence = measured ? 'measured' : 'likely';
  const competing = limits.some((limit) => limit.wall === 'competing-load');
  const behind = competing ? heldBehind(situation) : null;
  if (behind) return besideOthers(situation, walls, behind);
  const lowerBound = !competing && !reservation && isClientsOwn(limits);
  const found = { walls, confidence, lowerBound } as const;
  if (walls.length > 1) {
    return {
      ...found,
      wall: 'several',
      sentence: severalAnswer(situation, walls, confidence),
      because: [severalText(situation, walls), reservation].filter(Boolean).join(' '),
      ...nextOf(situation, { next: severalNext(situation) }),
    };
  }
  const { wall } = first;
  const hosts = limits.map(({ host }) => host);
  const named = limits.length === 1 ? first.named : WALLS[wall].name;
  const sentence = `${limitedBy(confidence)} ${named}${beside(situation, first, lowerBound, confidence)}.`;
  const others = othersText(situation, OF_CLIENT.includes(wall) || wall.startsWith('server') ? hosts : []);
  const told = listed(limits.map((limit) => limit.told));
  const because = `${capitalised(WALLS[wall].name)}: ${told}${others && `; ${others}`}. ${reservation ?? conclusion(situation, first, lowerBound, confidence)}`;
  return { ...found, wall, sentence, because, ...nextOf(situation, first) };
}

/** What is said of a limit that would be another if the little was another's that no process accounts for. */
function reservationOf({ evidence, limits }: Situation): string | null {
  const doubted = doubtedCpus(evidence);
  const concerns = limits.some(({ wall, host }) => OF_SIDES.includes(wall) && doubted?.sides.includes(host));
  return doubted && concerns ? reservationText(doubted) : null;
}

const OF_SIDES: Wall[] = ['client-cpu', 'server-cpu'];

const limitedBy = (confidence: Confidence): string => (confidence === 'likely' ? 'Probably limited by' : 'Limited by');

/** Reservations beside the limit, so that the answer claims no more than is known. */
function beside(situation: Situation, limit: Limit, lowerBound: boolean, confidence: Confidence): string {
  const { client, evidence } = situation;
  if (lowerBound)
    return serverHasRoom(situation) ? '; the server’s CPUs could do more' : '; a lower bound for the server';
  if (limit.wall === 'competing-load') return '';
  if (client === 'maybe') return '; the client may be saturated too';
  return confidence === 'likely' && client === 'unknown' ? `; ${clientUnmeasured(evidence)}` : '';
}

/** Several at once: which of them came first a step cannot show. */
function severalAnswer({ evidence, limits }: Situation, walls: Wall[], confidence: Confidence): string {
  const [server, client] = [evidence.server, evidence.clients[0]];
  const everywhere = [server, client].every((side) => side && (side.cpusAllowed ?? side.cpus) === server?.cpus);
  const names = [...new Set(walls.map((wall) => namedOf(limits, wall)))];
  if (names.length === 1) return `${limitedBy(confidence)} ${names[0]}.`;
  const share = server && everywhere && limits.every(ranOut(evidence)) ? busyShare(evidence, server) : null;
  if (server && share && walls.length === 2 && both(walls) && evidence.clients.length === 1 && sharesCpus(evidence))
    return `Client and server share ${plural(server.cpus ?? 0, 'CPU')} at ${share}${ofOthers(server)}; can’t tell which ran out first.`;
  return `${limitedBy(confidence)} ${orListed(names)}; can’t tell which came first.`;
}

/** What others used of CPUs that both sides share: too little to be the limit alone, and no part of what the sides share. */
function ofOthers(side: SideEvidence): string {
  const share = competingShare(side.otherCpus, side.cpus);
  return share === null ? '' : ` (${percent(share)} by other processes)`;
}

/** The CPUs themselves were used up, and not a part of them withheld. */
const ranOut =
  (evidence: Situation['evidence']) =>
  ({ host }: Limit): boolean =>
    ['full', 'maybe', 'unnamed'].includes(cpuStateIn(evidence, host).fullness);

/** How busy the CPUs were that both sides use. */
function busyShare(evidence: Situation['evidence'], side: SideEvidence): string | null {
  const { busy } = cpuStateIn(evidence, side);
  return busy && percents(busy.low, busy.high ?? busy.low);
}

/**
 * Other processes held CPUs, and a service behind the target held requests up too. A flush or a lock may last longer
 * when CPUs are short, so neither is named alone.
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
    sentence: `Probably limited by ${orListed(walls.map((wall) => namedOf(limits, wall)))}; can’t tell which came first.`,
    because: `${capitalised([...told, service].join('; '))}. ${FIRST_UNKNOWN}`,
    ...nextOf(situation, behind),
  };
}

const FIRST_UNKNOWN = 'This step can’t show which came first.';

const OF_CPUS: Wall[] = ['client-cpu', 'server-cpu', 'database-cpu', 'competing-load'];

/** More CPUs for either side would be measured against other processes, too. */
function nextOf({ evidence, limits }: Situation, own: Advice): Advice {
  const hosts = limits.filter(({ wall }) => OF_CPUS.includes(wall)).map(({ host }) => host);
  if (hosts.some((host) => competingShare(host.otherCpus, host.cpus) !== null)) return competingNext(evidence);
  return { next: own.next, ...(own.stopsOthers && { stopsOthers: own.stopsOthers }) };
}

type Advice = Pick<WallFound, 'next' | 'stopsOthers'>;

const severalNext = ({ limits, run }: Situation): string => {
  const [next = '', ...others] = new Set(limits.map((limit) => limit.next));
  return others.length === 0 ? next : nextOfSeveral({ limits, run });
};

const nextOfSeveral = ({ limits, run }: Pick<Situation, 'limits' | 'run'>): string =>
  limits.some(({ host }) => host.side === 'client')
    ? `${moreClient(run)}: what stays saturated is the limit.`
    : 'Change one of them at a time and see which one moves throughput.';

/** A client ran out of network and the server of something: which came first decides whose limit it was. */
const areOfBoth = (limits: Limit[]): boolean =>
  limits.some(({ wall, host }) => host.side === 'client' && OF_EITHER.has(wall)) &&
  limits.some(({ host }) => host.side === 'server');

/** All that was full belongs to clients: their CPUs, or NICs of theirs. */
const isClientsOwn = (limits: Limit[]): boolean => limits.every(({ host }) => host.side === 'client');

function severalText(situation: Situation, walls: Wall[]): string {
  const told = walls.map((wall) => ofWall(situation.limits, wall)).join('; ');
  const unseen = situation.client === 'unknown' ? `; ${clientUnmeasured(situation.evidence)}` : '';
  const same = both(walls) && haveSameCpus(situation) ? ' Client and server used the same CPUs.' : '';
  const own = isClientsOwn(situation.limits) ? ` ${roomText(situation)}` : '';
  return `${capitalised(told)}${unseen}.${same} ${FIRST_UNKNOWN}${own}`;
}

/** The clients that ran out of CPU may use the very CPUs of the server. */
function haveSameCpus({ evidence, limits }: Situation): boolean {
  const twins = evidence.server ? twinsOf(evidence, evidence.server) : [];
  return limits.every(({ wall, host }) => wall !== 'client-cpu' || twins.includes(host));
}

const both = (walls: Wall[]): boolean => walls.includes('client-cpu') && walls.includes('server-cpu');

/** A server that did not saturate its CPUs has no room on them if the client did. */
const serverHasRoom = ({ server, evidence }: Situation): boolean =>
  server === 'free' && evidence.server !== null && cpuState(evidence.server).fullness !== 'full';

/** How much more the server could do, where the clients limited the figure. */
function roomText(situation: Situation): string {
  const figure = `${formatCount(situation.step.point.requestsPerSecond)} req/s`;
  return serverHasRoom(situation)
    ? `The server’s CPUs could do more than ${figure}; a lock or a queue is not excluded.`
    : `The server can do at least ${figure}; how much more is unknown.`;
}

/** The meaning of the figure if only one thing was saturated, considering what else may have been. */
function conclusion(situation: Situation, limit: Limit, lowerBound: boolean, confidence: Confidence): string {
  const own = limit.conclusion;
  if (limit.wall === 'competing-load') return own ?? ofNeither(situation);
  if (own === undefined || lowerBound) return roomText(situation);
  if (confidence === 'likely' && situation.client === 'unknown') {
    return situation.evidence.clients.length > 1
      ? 'Not every client was measured: one of them may have been the limit too.'
      : `${capitalised(clientUnmeasured(situation.evidence))}: it may have been the limit too.`;
  }
  if (situation.client === 'maybe') return 'The client may have been saturated too.';
  return own;
}

/** Other processes were the limit, so neither side was, as far as both are known. */
function ofNeither({ evidence, clientObserved, server }: Situation): string {
  const clients = evidence.clients.map((side) => cpuStateIn(evidence, side).fullness);
  const unmeasured = [
    ...(!clientObserved || clients.includes('unknown') ? [clientUnmeasured(evidence)] : []),
    ...(server === 'unknown' ? ['the server was not measured'] : []),
  ];
  const client = !clientObserved || clients.some((one) => one === 'unknown' || one === 'maybe');
  const open = [...(client ? ['the client'] : []), ...(['unknown', 'maybe'].includes(server) ? ['the server'] : [])];
  if (open.length === 0) return 'Neither client nor server is the limit.';
  const why = unmeasured.length > 0 ? `${listed(unmeasured)}, so ` : '';
  return capitalised(`${why}${listed(open)} may have been the limit too.`);
}
