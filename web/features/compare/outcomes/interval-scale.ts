import type { Effect, MetricOutcome } from '@contract/comparison';
import { highestOf } from '@/charts/extent';

/** Ratios on one axis around no change: a doubling is as far to the right as a halving is to the left. */
export interface IntervalScale {
  /** Place of a ratio; what lies beyond the axis stands at its end. */
  x: (ratio: number) => number;
  isBeyond: (ratio: number) => boolean;
  ticks: { x: number; label: string }[];
  width: number;
}

const LEAST_REACH = Math.log(1.03);
/** A ratio of more would press all others together. */
const MOST_REACH = Math.log(4);
const ROUND = [1, 2, 5, 10, 20, 50, 100, 200];
const EDGE = 22;
const LABEL_ROOM = 42;

/** A difference has to exceed both. */
export const bandOf = ({ marginPercent, noiseFloorPercent }: Effect): number =>
  Math.max(marginPercent, noiseFloorPercent ?? 0);

/** One scale for everything that is drawn together; null where no outcome has a ratio. */
export function intervalScale(effects: (Effect | null)[], width: number): IntervalScale | null {
  const drawn = effects.filter((effect) => effect !== null);
  if (drawn.length === 0) return null;
  return scaleOf(
    drawn.flatMap((effect) => [effect.ratio, effect.low ?? 1, effect.high ?? 1, 1 + bandOf(effect) / 100]),
    width,
  );
}

/** The same for ratios that are planned. */
export function scaleOf(ratios: number[], width: number): IntervalScale {
  const farthest = highestOf(ratios.map((ratio) => Math.abs(Math.log(ratio))));
  const reach = Math.min(MOST_REACH, Math.max(LEAST_REACH, farthest * 1.08));
  const place = (log: number): number => width / 2 + (log / reach) * (width / 2 - EDGE);
  const x = (ratio: number): number => place(Math.min(reach, Math.max(-reach, Math.log(ratio))));
  const within = ROUND.filter((percent) => Math.log1p(percent / 100) <= reach).slice(-3);
  const below = ROUND.filter((percent) => percent < 100 && -Math.log1p(-percent / 100) <= reach).slice(-3);
  const percents = [...below.map((percent) => -percent).reverse(), 0, ...within];
  const ticks = percents.map((percent) => ({ x: x(1 + percent / 100), label: labelOf(percent) }));
  return {
    x,
    isBeyond: (ratio) => Math.abs(Math.log(ratio)) > reach,
    ticks: withRoom(ticks, width / 2),
    width,
  };
}

/** No change keeps its label; of the others those that are far enough from it and from each other, the outermost first. */
function withRoom(ticks: IntervalScale['ticks'], middle: number): IntervalScale['ticks'] {
  const kept: IntervalScale['ticks'] = [];
  const fromMiddle = (tick: IntervalScale['ticks'][number]): number => Math.abs(tick.x - middle);
  const zero = ticks.filter((tick) => fromMiddle(tick) === 0);
  for (const tick of [...zero, ...ticks.toSorted((a, b) => fromMiddle(b) - fromMiddle(a))]) {
    if (kept.every(({ x }) => Math.abs(x - tick.x) >= LABEL_ROOM)) kept.push(tick);
  }
  return kept.toSorted((a, b) => a.x - b.x);
}

function labelOf(percent: number): string {
  if (percent === 0) return '0 %';
  return percent < 0 ? `−${-percent} %` : `+${percent} %`;
}

export const effectsOf = (outcomes: MetricOutcome[]): (Effect | null)[] => outcomes.map(({ effect }) => effect);
