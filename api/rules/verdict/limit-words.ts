import type { Wall } from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { listed } from '../words/text.ts';
import type { Limit } from './limit.ts';

/** 'client CPU, where the tool used 28.2 of 32 CPUs ...' */
export const ofWall = (limits: Limit[], wall: Wall): string =>
  `${WALLS[wall].name}, where ${listed(limits.flatMap((limit) => (limit.wall === wall ? [limit.told] : [])))}`;

/** 'client CPU at 93 %', and where several hosts ran into one the name alone. */
export function namedOf(limits: Limit[], wall: Wall): string {
  const [first, ...more] = limits.filter((limit) => limit.wall === wall);
  return first && more.length === 0 ? first.named : WALLS[wall].name;
}
