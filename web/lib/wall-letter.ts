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

/** In the scatter. The colour is that of its kin: server, client, network, services. */
export interface WallMark {
  name: string;
  ink: `side-${'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'}`;
  /** An SVG path around 0,0, about 8 px wide. */
  marker: string;
}

/** Each wall by itself: no two have a letter or a shape in common. */
export const WALL_MARKS: Record<Wall, Omit<WallMark, 'name'> & { letter: string }> = {
  'competing-load': { letter: 'P', ink: 'side-d', marker: 'M0 -4.8L4.8 0L0 4.8L-4.8 0Z' },
  'client-cpu': { letter: 'C', ink: 'side-b', marker: 'M-3.4 -3.4H3.4V3.4H-3.4Z' },
  'client-thread': { letter: 'T', ink: 'side-b', marker: 'M-1.8 -4.6H1.8V4.6H-1.8Z' },
  'server-cpu': { letter: 'S', ink: 'side-a', marker: 'M-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0 -7.6 0Z' },
  'server-core': { letter: '1', ink: 'side-a', marker: 'M0 -4.6L4.4 3.4H-4.4Z' },
  'nic-bandwidth': { letter: 'N', ink: 'side-c', marker: 'M4.6 0L-3.4 4.4V-4.4Z' },
  'packet-rate': { letter: 'R', ink: 'side-c', marker: 'M-4.6 0L3.4 4.4V-4.4Z' },
  'database-cpu': { letter: 'D', ink: 'side-e', marker: 'M0 4.6L4.4 -3.4H-4.4Z' },
  'database-lock': { letter: 'K', ink: 'side-e', marker: 'M-4.2 -4.2H4.2L-4.2 4.2H4.2Z' },
  'wal-fsync': { letter: 'W', ink: 'side-e', marker: 'M-4.6 -1.8H4.6V1.8H-4.6Z' },
  'pool-wait': { letter: 'Q', ink: 'side-e', marker: 'M-4.4 -4.2L4.4 4.2V-4.2L-4.4 4.2Z' },
  'offered-load': { letter: 'L', ink: 'side-g', marker: 'M-4.6 0L-2.3 -4H2.3L4.6 0L2.3 4H-2.3Z' },
  'lock-contention': {
    letter: 'X',
    ink: 'side-f',
    marker: 'M-4.4 -3L-3 -4.4L0 -1.4L3 -4.4L4.4 -3L1.4 0L4.4 3L3 4.4L0 1.4L-3 4.4L-4.4 3L-1.4 0Z',
  },
  concurrency: { letter: 'F', ink: 'side-g', marker: 'M-4.4 2.4a4.4 4.4 0 0 1 8.8 0Z' },
  several: { letter: '+', ink: 'side-f', marker: 'M-1.5 -4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5V-1.5H-1.5Z' },
  unknown: { letter: '?', ink: 'side-h', marker: 'M0 -5L1.4 -1.4L5 0L1.4 1.4L0 5L-1.4 1.4L-5 0L-1.4 -1.4Z' },
};

const NAMES: Partial<Record<Wall, string>> = { several: 'several at once', unknown: 'bottleneck unknown' };
const nameOf = (wall: Wall): string => NAMES[wall] ?? WALLS[wall].name;

/** The mark of a figure without a wall is that of an unknown one. */
export function wallMark(wall: Wall | null): WallMark {
  const { ink, marker } = WALL_MARKS[wall ?? 'unknown'];
  return { name: nameOf(wall ?? 'unknown'), ink, marker };
}

const INVALID: WallLetter = { letter: '!', name: 'invalid figure', ink: 'bad' };

/** Null where the point was not judged. */
export function wallLetter(verdict: Judged | null): WallLetter | null {
  if (!verdict) return null;
  const { wall, validity } = verdict;
  if (validity === 'invalid' || wall === null) return INVALID;
  const ink = wall === 'unknown' ? 'muted' : isServers(verdict) ? 'ok' : 'warn';
  return { letter: WALL_MARKS[wall].letter, name: nameOf(wall), ink };
}

/** What limited every one of several; of a limit that is certain of some and likely of others, the weaker. Null where they differ. */
export function commonWall(walls: (WallLetter | null)[]): WallLetter | null {
  const letters = new Set(walls.map((wall) => wall?.letter));
  return letters.size > 1 ? null : (walls.find((wall) => wall?.ink !== 'ok') ?? walls[0] ?? null);
}
