import type { PointVerdict, Validity, Wall } from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { listed, orListed } from '../words/text.ts';

type Named = Pick<PointVerdict, 'wall' | 'walls'> & Partial<Pick<PointVerdict, 'confidence'>>;

const named = (walls: Wall[]): string => listed(walls.map((one) => WALLS[one].name));

/** 'client CPU', 'client CPU and server CPU' or if they are only likely 'or', 'unknown, client CPU suspected'; null where an invalid figure has none. */
export function wallText({ wall, walls, confidence }: Named): string | null {
  if (wall === null) return null;
  if (wall === 'several' && walls.length > 1)
    return confidence === 'likely' ? orListed(walls.map((one) => WALLS[one].name)) : named(walls);
  const suspected = walls.filter((one) => one !== 'unknown' && one !== wall);
  return wall === 'unknown' && suspected.length > 0 ? `unknown, ${named(suspected)} suspected` : WALLS[wall].name;
}

/** For a column: 'client CPU + server CPU', of more walls the first two and how many more. */
export function shortWallText({ wall, walls }: Named): string | null {
  if (wall !== 'several' || walls.length < 2) return wall && WALLS[wall].name;
  const first = walls.length === 3 ? walls : walls.slice(0, 2);
  const more = walls.length - first.length;
  return [...first.map((one) => WALLS[one].name), ...(more > 0 ? [`${more} more`] : [])].join(' + ');
}

/** A line about a run: 'limited by client CPU', 'limited by the offered load', 'limit unknown'. */
export const limitText = (named: Named): string => limitedBy(named, wallText);

function limitedBy(named: Named, text: (named: Named) => string | null): string {
  if (named.wall === null) return 'no bottleneck: the figure is invalid';
  if (named.wall === 'unknown') return `limit ${text(named)}`;
  if (named.wall === 'offered-load') return 'limited by the offered load';
  return `limited by ${text(named)}`;
}

export const VALIDITY_MEANS: Record<Validity, string> = {
  valid: 'No check failed',
  unchecked: 'The source says too little to check it',
  suspect: 'Read it with its findings in mind',
  invalid: 'Contradicts itself, or too many requests failed: do not use it',
};

/** Without `lowerBound` it is not known whose NIC a wall of the network was. */
export type Judged = Pick<PointVerdict, 'validity' | 'wall' | 'walls' | 'confidence'> &
  Partial<Pick<PointVerdict, 'lowerBound'>>;

/** Walls that do not say whose they are. */
export const OF_EITHER: ReadonlySet<Wall> = new Set(['nic-bandwidth', 'packet-rate']);

/** The server itself is known to have been the limit. */
export function isServers({ wall, walls, confidence, lowerBound }: Judged): boolean {
  if (wall === null || confidence !== 'measured' || lowerBound === true) return false;
  const limits = wall === 'several' ? walls : [wall];
  return (
    limits.length > 0 && limits.every((one) => WALLS[one].isOfServer && (lowerBound === false || !OF_EITHER.has(one)))
  );
}

/**
 * Validity and wall in a few words: 'valid · limited by client CPU', 'valid · probably limited by server CPU'. `headed`: what
 * stands above says already that it is the limit, 'valid · client CPU'.
 */
export function verdictText(verdict: Judged, headed = false): string {
  const { validity, wall, confidence } = verdict;
  if (wall === null) return validity;
  if (wall === 'unknown') return `${validity} · ${headed ? 'unknown' : 'limit unknown'}`;
  const probably = confidence === 'likely' ? 'probably ' : '';
  return `${validity} · ${probably}${headed ? shortWallText(verdict) : limitedBy(verdict, shortWallText)}`;
}

/** Why a figure with a verdict is shown as it is. */
export function verdictMeans(verdict: Judged): string {
  if (verdict.validity !== 'valid') return VALIDITY_MEANS[verdict.validity];
  if (isServers(verdict)) return `${VALIDITY_MEANS.valid}, and the server was the limit`;
  if (verdict.wall === 'unknown' || verdict.wall === null) return `${VALIDITY_MEANS.valid}, but its limit is not known`;
  const likely = verdict.confidence === 'likely' ? 'likely ' : '';
  return `${VALIDITY_MEANS.valid}, but not known to be the server’s limit: ${likely}${wallText(verdict)}`;
}
