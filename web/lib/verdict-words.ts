import type { Confidence, PointVerdict, Validity, Wall } from '../api/types';
import type { Tone } from './run-state';

/** What limited a figure, as it stands in a table. */
export const WALL_WORDS: Record<Wall, string> = {
  'client-cpu': 'client CPU',
  'client-thread': 'client threads',
  'server-cpu': 'server CPU',
  'server-core': 'one server core',
  'nic-bandwidth': 'NIC bandwidth',
  'packet-rate': 'packet rate',
  'offered-load': 'offered load',
  'lock-contention': 'lock contention',
  concurrency: 'too little in flight',
  several: 'several',
  unknown: 'unknown',
};

export const WALLS = Object.keys(WALL_WORDS) as Wall[];

export const CONFIDENCE_WORDS: Record<Confidence, string> = {
  measured: 'measured',
  likely: 'likely',
  'cannot-tell': 'cannot tell',
};

export const VALIDITIES = ['valid', 'suspect', 'invalid'] as const satisfies Validity[];

export const VALIDITY_TONES: Record<Validity, Tone> = { valid: 'ok', suspect: 'warn', invalid: 'bad' };

export const VALIDITY_MEANS: Record<Validity, string> = {
  valid: 'Nothing was found that speaks against the figure',
  suspect: 'The figure may be believed only with what was found in mind',
  invalid: 'The figure cannot be right, or describes mostly failures: nothing is concluded from it',
};

type Walls = Pick<PointVerdict, 'wall' | 'walls' | 'confidence'>;

const list = (walls: Wall[]): string => walls.map((wall) => WALL_WORDS[wall]).join(' and ');

/** 'client CPU', 'client CPU and server CPU', 'unknown, client CPU suspected'; null where an invalid figure has none. */
export function wallText({ wall, walls }: Pick<Walls, 'wall' | 'walls'>): string | null {
  if (wall === null) return null;
  if (wall === 'several' && walls.length > 1) return list(walls);
  const suspected = walls.filter((one) => one !== 'unknown' && one !== wall);
  return wall === 'unknown' && suspected.length > 0 ? `unknown, ${list(suspected)} suspected` : WALL_WORDS[wall];
}

/** The same as a line about a run: 'limited by client CPU', 'limited by nothing but the offered load'. */
export function limitText({ wall, walls }: Pick<Walls, 'wall' | 'walls'>): string {
  if (wall === null) return 'no wall is named: the figure is invalid';
  if (wall === 'unknown') return `limit ${wallText({ wall, walls })}`;
  if (wall === 'offered-load') return 'limited by nothing but the offered load';
  return `limited by ${wallText({ wall, walls })}`;
}

/** Of a wall that is not known there is no more to say than that. */
export const confidenceText = ({ wall, confidence }: Pick<Walls, 'wall' | 'confidence'>): string | null =>
  wall === null || (wall === 'unknown' && confidence === 'cannot-tell') ? null : CONFIDENCE_WORDS[confidence];

/** '0.87', '17.4': requests in flight that throughput and latency imply, over those that were possible. */
export const ratioText = (ratio: number): string =>
  ratio >= 10 ? Number(ratio.toPrecision(3)).toLocaleString('en-US') : ratio.toFixed(2);
