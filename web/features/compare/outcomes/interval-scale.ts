import type { Effect, MetricOutcome } from '@contract/comparison';
import { isTooWide } from '@rules/outcomes/answer';
import { highestOf } from '@/charts/extent';

/** Ratios on one axis around no change: a doubling is as far from it as a halving. */
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
/** The shorter side of no change has at least this share of the longer one. */
const SHORTER_SHARE = 0.35;
const BEYOND_ENDS = 1.12;
/** Labels of an axis are multiples of one of these. */
const STEPS = [1, 2, 5, 10, 20, 50, 100];
/** On an axis whose multiples of any step would stand too close somewhere: doublings and halvings, which are equally far apart. */
const DOUBLINGS = [-75, -50, 0, 100, 300];
const EDGE = 22;
const LABEL_ROOM = 48;

/** A difference has to exceed both. */
export const bandOf = ({ marginPercent, noiseFloorPercent }: Effect): number =>
  Math.max(marginPercent, noiseFloorPercent ?? 0);

/** An interval that is too wide to state is not drawn either. */
export const drawnEnds = (effect: Effect): Pick<Effect, 'low' | 'high'> =>
  isTooWide(effect) ? { low: null, high: null } : effect;

/** One scale for everything that is drawn together; null where no outcome has a ratio. */
export function intervalScale(effects: (Effect | null)[], width: number, labelRoom = LABEL_ROOM): IntervalScale | null {
  const drawn = effects.filter((effect) => effect !== null);
  if (drawn.length === 0) return null;
  return scaleOf(
    drawn.flatMap((effect) => {
      const band = 1 + bandOf(effect) / 100;
      const { low, high } = drawnEnds(effect);
      return [effect.ratio, low ?? 1, high ?? 1, band, 1 / band];
    }),
    width,
    labelRoom,
  );
}

/** The same for ratios that are planned. The axis is as long on either side of no change as what is drawn there. */
export function scaleOf(ratios: number[], width: number, labelRoom = LABEL_ROOM): IntervalScale {
  const logs = ratios.map((ratio) => Math.log(ratio));
  const [left, right] = reachOf(highestOf(logs.map((log) => -log)), highestOf(logs));
  const place = (log: number): number => EDGE + ((log + left) / (left + right)) * (width - 2 * EDGE);
  const x = (ratio: number): number => place(Math.min(right, Math.max(-left, Math.log(ratio))));
  const isBeyond = (ratio: number): boolean => Math.log(ratio) < -left || Math.log(ratio) > right;
  const ticksAt = (percents: number[]): IntervalScale['ticks'] =>
    percents
      .filter((percent) => percent > -100 && !isBeyond(1 + percent / 100))
      .map((percent) => ({ x: x(1 + percent / 100), label: labelOf(percent) }));
  const even = STEPS.map((step) => ticksAt(multiplesOf(step)));
  const ticks = even.find((some) => some.length > 2 && haveRoom(some, labelRoom)) ?? ticksAt(DOUBLINGS);
  return { x, isBeyond, ticks: withRoom(ticks, x(1), labelRoom), width };
}

const MOST_PERCENT = 100 * (Math.exp(MOST_REACH) - 1);
const multiplesOf = (step: number): number[] => {
  const most = Math.floor(MOST_PERCENT / step);
  return Array.from({ length: 2 * most + 1 }, (_, at) => (at - most) * step);
};

const haveRoom = (ticks: IntervalScale['ticks'], room: number): boolean =>
  ticks.every(({ x }, at) => at === 0 || x - (ticks[at - 1]?.x ?? 0) >= room);

/** How far an axis goes below and above no change. */
function reachOf(below: number, above: number): [number, number] {
  const longer = Math.max(LEAST_REACH, below, above);
  const [left, right] = [below, above].map((reach) =>
    Math.min(MOST_REACH, BEYOND_ENDS * Math.max(reach, SHORTER_SHARE * Math.min(longer, MOST_REACH))),
  );
  return [left ?? MOST_REACH, right ?? MOST_REACH];
}

/** No change keeps its label; of the others those that are far enough from it and from each other, the outermost first. */
function withRoom(ticks: IntervalScale['ticks'], middle: number, room: number): IntervalScale['ticks'] {
  const kept: IntervalScale['ticks'] = [];
  const fromMiddle = (tick: IntervalScale['ticks'][number]): number => Math.abs(tick.x - middle);
  const zero = ticks.filter((tick) => fromMiddle(tick) === 0);
  for (const tick of [...zero, ...ticks.toSorted((a, b) => fromMiddle(b) - fromMiddle(a))]) {
    if (kept.every(({ x }) => Math.abs(x - tick.x) >= room)) kept.push(tick);
  }
  return kept.toSorted((a, b) => a.x - b.x);
}

function labelOf(percent: number): string {
  if (percent === 0) return '0 %';
  return percent < 0 ? `−${-percent} %` : `+${percent} %`;
}

export const effectsOf = (outcomes: MetricOutcome[]): (Effect | null)[] => outcomes.map(({ effect }) => effect);
