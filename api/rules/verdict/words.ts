import type { Wall } from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { listed } from '../words/text.ts';

type Named = { wall: Wall | null; walls: Wall[] };

const named = (walls: Wall[]): string => listed(walls.map((one) => WALLS[one].name));

/** 'client CPU', 'client CPU and server CPU', 'unknown, client CPU suspected'; null where an invalid figure has none. */
export function wallText({ wall, walls }: Named): string | null {
  if (wall === null) return null;
  if (wall === 'several' && walls.length > 1) return named(walls);
  const suspected = walls.filter((one) => one !== 'unknown' && one !== wall);
  return wall === 'unknown' && suspected.length > 0 ? `unknown, ${named(suspected)} suspected` : WALLS[wall].name;
}
