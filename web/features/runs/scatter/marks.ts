import type { RunPoint } from '@contract/run-points';
import type { Wall } from '@contract/verdict';
import { keysOf, WALLS } from '@contract/words';
import { type WallMark, wallMark } from '@/lib/wall-letter';

type Marked = Pick<RunPoint, 'wall'>;

export const markOf = ({ wall }: Marked): WallMark => wallMark(wall);

/** The marks that these points have, with how many have each. */
export function legendOf(points: Marked[]): (WallMark & { runs: number })[] {
  const counts = new Map<Wall, number>();
  for (const { wall } of points) counts.set(wall ?? 'unknown', (counts.get(wall ?? 'unknown') ?? 0) + 1);
  return keysOf(WALLS).flatMap((wall) => {
    const runs = counts.get(wall);
    return runs === undefined ? [] : [{ ...wallMark(wall), runs }];
  });
}
