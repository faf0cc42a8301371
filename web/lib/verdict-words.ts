import type { Confidence, PointVerdict, Validity, Wall } from '@contract/verdict';
import { WALLS } from '@contract/words';
import { wallText } from '@rules/verdict/words';

export const CONFIDENCE_WORDS: Record<Confidence, string> = {
  measured: 'measured',
  likely: 'likely',
  'cannot-tell': 'cannot tell',
};

export const VALIDITIES = ['valid', 'unchecked', 'suspect', 'invalid'] as const satisfies Validity[];

export const VALIDITY_MEANS: Record<Validity, string> = {
  valid: 'Nothing was found that speaks against the figure',
  unchecked: 'The source says too little to check the figure',
  suspect: 'The figure may be believed only with what was found in mind',
  invalid: 'The figure cannot be right, or describes mostly failures: nothing is concluded from it',
};

/** Without `lowerBound` it is not known whose NIC a wall of the network was. */
export type Judged = Pick<PointVerdict, 'validity' | 'wall' | 'walls' | 'confidence'> &
  Partial<Pick<PointVerdict, 'lowerBound'>>;

const OF_EITHER: ReadonlySet<Wall> = new Set(['nic-bandwidth', 'packet-rate']);

/** The server itself is known to have been the limit. */
export function isServers({ wall, walls, confidence, lowerBound }: Judged): boolean {
  if (wall === null || confidence !== 'measured' || lowerBound === true) return false;
  const named = wall === 'several' ? walls : [wall];
  return (
    named.length > 0 && named.every((one) => WALLS[one].isOfServer && (lowerBound === false || !OF_EITHER.has(one)))
  );
}

/** Good only where the figure is valid and the server was its limit: any other says less of the server than it seems to. */
export function verdictTone(verdict: Judged): 'ok' | 'warn' | 'bad' | 'plain' {
  if (verdict.validity === 'invalid') return 'bad';
  if (verdict.validity === 'suspect') return 'warn';
  if (verdict.validity === 'unchecked') return 'plain';
  return isServers(verdict) ? 'ok' : 'warn';
}

/** Why a figure with a verdict is shown as it is. */
export function verdictMeans(verdict: Judged): string {
  if (verdict.validity !== 'valid') return VALIDITY_MEANS[verdict.validity];
  if (isServers(verdict)) return `${VALIDITY_MEANS.valid}, and the server was the limit`;
  const limit =
    verdict.wall === 'unknown' || verdict.wall === null
      ? 'what limited it is not known'
      : `the server is not known to have been the limit: ${verdict.confidence === 'likely' ? 'likely ' : ''}${wallText(verdict)}`;
  return `${VALIDITY_MEANS.valid}, but ${limit}`;
}

type Walls = Pick<PointVerdict, 'wall' | 'walls' | 'confidence'>;

/** For a column: 'client CPU + server CPU', of more walls the first two and how many more. */
export function shortWallText({ wall, walls }: Pick<Walls, 'wall' | 'walls'>): string | null {
  if (wall !== 'several' || walls.length < 2) return wall && WALLS[wall].name;
  const named = walls.length === 3 ? walls : walls.slice(0, 2);
  const more = walls.length - named.length;
  return [...named.map((one) => WALLS[one].name), ...(more > 0 ? [`${more} more`] : [])].join(' + ');
}

/** The same as a line about a run: 'limited by client CPU', 'limited by the offered load'. */
export function limitText({ wall, walls }: Pick<Walls, 'wall' | 'walls'>): string {
  if (wall === null) return 'no wall is named: the figure is invalid';
  if (wall === 'unknown') return `limit ${wallText({ wall, walls })}`;
  if (wall === 'offered-load') return 'limited by the offered load';
  return `limited by ${wallText({ wall, walls })}`;
}

/** How sure the wall is; null for an unknown one. */
export const confidenceText = ({ wall, confidence }: Pick<Walls, 'wall' | 'confidence'>): string | null =>
  wall === null || (wall === 'unknown' && confidence === 'cannot-tell') ? null : CONFIDENCE_WORDS[confidence];

/** '0.87', '17.4': requests in flight that throughput and latency imply, over those that were possible. */
export const ratioText = (ratio: number): string =>
  ratio >= 10 ? Number(ratio.toPrecision(3)).toLocaleString('en-US') : ratio.toFixed(2);
