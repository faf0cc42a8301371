import { stableJson } from '@rules/export/stable-json';
import { meanOfRepeats } from '@/charts/mean-of-repeats';
import { isBelow } from '@/charts/resolution';
import { commonWall, type WallLetter } from '@/lib/wall-letter';
import type { Ramp, RampPoint } from './ramp-points';

/** A mark of the curve: the repeats of one step together. */
export interface DrawnPoint extends RampPoint {
  /** Each by itself; a single step has none. */
  repeats: DrawnPoint[];
  /** The lowest and the highest of several. */
  rateRange: { low: number; high: number } | null;
  /** Of the p99 of several. */
  tailRange: { low: number; high: number } | null;
  /** How many of the repeats reported a p99. */
  tails: number;
  /** A line leads through it: other steps at its place are marks alone. */
  joined: boolean;
}

/**
 * One mark a step: repeats are their mean, with how far they lie apart. Rungs of a search are never averaged, as each
 * decided by itself.
 */
export function drawnPoints({ points, varies, searched }: Pick<Ramp, 'points' | 'varies' | 'searched'>): DrawnPoint[] {
  const groups = new Map<string, RampPoint[]>();
  for (const point of points) {
    const alone = varies === 'step' || searched || point.validity === 'invalid';
    const key = alone ? `step ${point.stepIndex}` : stableJson([{ ...point.spec, profiles: [] }, point.validity]);
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  const drawn = [...groups.values()].map(together);
  return drawn.map((point) => ({ ...point, joined: isJoined(point, drawn) }));
}

/** What a line may join: closed and open loops have latencies of different kinds, and so have even and random arrivals. */
export const seriesOf = ({ spec }: RampPoint): string => (spec.loop === 'open' ? `open ${spec.arrivals}` : 'closed');

const isJoined = (point: DrawnPoint, drawn: DrawnPoint[]): boolean => {
  if (point.validity === 'invalid' || point.again) return false;
  const rivals = drawn.filter(
    (other) =>
      other.x === point.x && seriesOf(other) === seriesOf(point) && other.validity !== 'invalid' && !other.again,
  );
  return rivals.toSorted(believableFirst)[0] === point;
};

/** Not in doubt before suspect, then what more repeats say, then what took longer. */
const believableFirst = (a: DrawnPoint, b: DrawnPoint): number =>
  Number(a.validity === 'suspect') - Number(b.validity === 'suspect') ||
  b.repeats.length - a.repeats.length ||
  (b.spec.durationSeconds ?? 0) - (a.spec.durationSeconds ?? 0);

/** Each letter that is drawn, as they come from left to right; one that is certain of some marks and not of others twice. */
export function wallLegend(drawn: DrawnPoint[]): WallLetter[] {
  const walls = drawn.flatMap(({ validity, wall }) => (wall && validity !== 'invalid' ? [wall] : []));
  const certain = new Set(walls.flatMap(({ letter, ink }) => (ink === 'ok' ? [letter] : [])));
  const told = walls.map((wall) =>
    wall.ink !== 'ok' && certain.has(wall.letter) ? { ...wall, name: `${wall.name}, not certain` } : wall,
  );
  return [...new Map(told.map((wall) => [`${wall.letter} ${wall.ink}`, wall])).values()];
}

const alone = (point: RampPoint): DrawnPoint => ({
  ...point,
  repeats: [],
  rateRange: null,
  tailRange: null,
  tails: hasTail(point) ? 1 : 0,
  joined: true,
});

const hasTail = ({ p99, p99Range }: RampPoint): boolean => p99 !== null || p99Range !== null;

function together(group: RampPoint[]): DrawnPoint {
  const [first] = group as [RampPoint];
  if (group.length === 1) return alone(first);
  const rates = group.map(({ requestsPerSecond }) => requestsPerSecond);
  const offered = group.flatMap(({ offeredPerSecond }) => offeredPerSecond ?? []);
  return {
    ...first,
    repeats: group.map(alone),
    requestsPerSecond: meanOfRepeats(rates),
    rateRange: rangeOf(rates),
    offeredPerSecond: offered.length === 0 ? null : meanOfRepeats(offered),
    ...tailOf(group),
    tails: group.filter(hasTail).length,
    wall: commonWall(group.map(({ wall }) => wall)),
    joined: true,
  };
}

/** The mean of those that are figures; what is below the resolution, or a range itself, leaves a range alone. */
function tailOf(group: RampPoint[]): Pick<DrawnPoint, 'p99' | 'p99Range' | 'tailRange'> {
  const tails = group.flatMap(({ p99 }) => p99 ?? []);
  const spans = group.flatMap(({ p99Range }) => p99Range ?? []);
  const below = group.filter(({ p99, resolutionUs }) => p99 !== null && isBelow(p99, resolutionUs)).length;
  if (spans.length > 0 || (below > 0 && below < tails.length)) {
    const ends = [...tails, ...spans.flatMap(({ low, high }) => [low, high])];
    return { p99: null, p99Range: rangeOf(ends), tailRange: null };
  }
  if (tails.length === 0) return { p99: null, p99Range: null, tailRange: null };
  if (below > 0) return { p99: Math.max(...tails), p99Range: null, tailRange: null };
  return { p99: meanOfRepeats(tails), p99Range: null, tailRange: tails.length > 1 ? rangeOf(tails) : null };
}

const rangeOf = (values: number[]) => ({ low: Math.min(...values), high: Math.max(...values) });
