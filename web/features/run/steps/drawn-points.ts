import { meanOfRepeats } from '@/charts/mean-of-repeats';
import type { Ramp, RampPoint } from './ramp-points';

/** A mark of the curve: the steps of one load together. */
export interface DrawnPoint extends RampPoint {
  /** Every step that it stands for. */
  stepIndexes: number[];
  /** The lowest and the highest of several. */
  rateRange: { low: number; high: number } | null;
  /** Of the p99 of several. */
  tailRange: { low: number; high: number } | null;
}

/** One mark a load: repeats are their mean, with how far they lie apart. What cannot be right stands alone. */
export function drawnPoints({ points, varies }: Pick<Ramp, 'points' | 'varies'>): DrawnPoint[] {
  const groups: RampPoint[][] = [];
  for (const point of points) {
    const group = groups.find(([first]) => first && varies !== 'step' && isRepeat(first, point));
    if (group) group.push(point);
    else groups.push([point]);
  }
  return groups.map(together);
}

const isRepeat = (a: RampPoint, b: RampPoint): boolean => a.x === b.x && a.loop === b.loop && !a.invalid && !b.invalid;

function together(group: RampPoint[]): DrawnPoint {
  const [first] = group as [RampPoint];
  const stepIndexes = group.map(({ stepIndex }) => stepIndex);
  if (group.length === 1) return { ...first, stepIndexes, rateRange: null, tailRange: null };
  const rates = group.map(({ requestsPerSecond }) => requestsPerSecond);
  const offered = group.flatMap(({ offeredPerSecond }) => offeredPerSecond ?? []);
  const tails = group.flatMap(({ p99 }) => p99 ?? []);
  const spans = group.flatMap(({ p99Range }) => p99Range ?? []);
  const whole = spans.length === 0 && tails.length === group.length;
  const ends = [...tails, ...spans.flatMap(({ low, high }) => [low, high])];
  const letters = new Set(group.map(({ wall }) => wall?.letter ?? null));
  return {
    ...first,
    stepIndexes,
    requestsPerSecond: meanOfRepeats(rates),
    rateRange: rangeOf(rates),
    offeredPerSecond: offered.length === 0 ? null : meanOfRepeats(offered),
    p99: whole ? meanOfRepeats(tails) : null,
    p99Range: spans.length > 0 ? rangeOf(ends) : null,
    tailRange: spans.length === 0 && tails.length > 1 ? rangeOf(tails) : null,
    wall: letters.size === 1 ? first.wall : null,
  };
}

const rangeOf = (values: number[]) => ({ low: Math.min(...values), high: Math.max(...values) });
