import type { RunPoint } from '@contract/run-points';
import { WALLS } from '@contract/words';
import { wallLetter } from '@/lib/wall-letter';
import { type Side, sideOf } from '@/ui/sides';

/** In the order of the legend; each has a shape and a colour of its own. */
const LETTERS = ['S', 'C', 'N', 'P', 'L', 'F', '+', '?'];

export interface WallMark extends Pick<Side, 'ink' | 'marker'> {
  name: string;
}

const UNKNOWN = '?';

function letterOf({ wall, validity }: Pick<RunPoint, 'wall' | 'validity'>): { letter: string; name: string } {
  const known = wallLetter(wall && { wall, walls: [], validity: validity ?? 'unchecked', confidence: 'measured' });
  return known && LETTERS.includes(known.letter) ? known : { letter: UNKNOWN, name: 'bottleneck unknown' };
}

export function markOf(point: Pick<RunPoint, 'wall' | 'validity'>): WallMark {
  const { letter, name } = letterOf(point);
  const { ink, marker } = sideOf(LETTERS.indexOf(letter));
  return { ink, marker, name };
}

/** The marks that these points have, with how many have each. */
export function legendOf(points: Pick<RunPoint, 'wall' | 'validity'>[]): (WallMark & { runs: number })[] {
  const counts = new Map<string, WallMark & { runs: number }>();
  for (const point of points) {
    const mark = markOf(point);
    counts.set(mark.name, { ...mark, runs: (counts.get(mark.name)?.runs ?? 0) + 1 });
  }
  const names = [...LETTERS.keys()].map((place) => sideOf(place).ink);
  return [...counts.values()].sort((a, b) => names.indexOf(a.ink) - names.indexOf(b.ink));
}

export const wallWords = ({ wall }: Pick<RunPoint, 'wall'>): string =>
  wall === null || wall === 'unknown' ? 'bottleneck unknown' : `limited by ${WALLS[wall].name}`;

/** It is not to be believed as it is: drawn hollow. */
export const isDoubtful = ({ validity }: Pick<RunPoint, 'validity'>): boolean =>
  validity === 'suspect' || validity === 'invalid';
