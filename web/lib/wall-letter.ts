import type { Wall } from '@contract/verdict';
import { WALLS } from '@contract/words';
import { isServers, type Judged } from '@rules/verdict/words';

/** What limited a point, as a letter beside it: colour is never the only sign. */
export interface WallLetter {
  letter: string;
  /** In a legend. */
  name: string;
  ink: 'ok' | 'warn' | 'bad' | 'muted';
}

const LETTERS: Partial<Record<Wall, string>> = {
  'client-cpu': 'C',
  'client-thread': 'C',
  'nic-bandwidth': 'N',
  'packet-rate': 'N',
  'competing-load': 'P',
  'offered-load': 'L',
  concurrency: 'F',
  several: '+',
};

const NAMES: Record<string, string> = {
  S: 'server',
  C: 'client',
  N: 'NIC',
  P: 'other processes',
  L: 'offered load',
  F: 'too little in flight',
  '+': 'several at once',
};

const UNKNOWN: WallLetter = { letter: '?', name: 'bottleneck unknown', ink: 'muted' };
const INVALID: WallLetter = { letter: '!', name: 'invalid figure', ink: 'bad' };

/** Null where the point was not judged. */
export function wallLetter(verdict: Judged | null): WallLetter | null {
  if (!verdict) return null;
  const { wall, validity } = verdict;
  if (validity === 'invalid' || wall === null) return INVALID;
  if (wall === 'unknown') return UNKNOWN;
  const letter = LETTERS[wall] ?? 'S';
  return { letter, name: NAMES[letter] ?? WALLS[wall].name, ink: isServers(verdict) ? 'ok' : 'warn' };
}
