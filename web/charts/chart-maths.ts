import { highestOf, lowestOf } from './extent';

export interface Scale {
  (value: number): number;
  ticks: number[];
}

/** Round steps (1, 2, 2.5 or 5 × 10^n) from 0 to at least the highest value. */
export function linearTicks(highest: number, count = 4): number[] {
  if (!(highest > 0)) return [0, 1];
  const rough = highest / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough * 0.9999) ?? 10) * power;
  const ticks = [];
  for (let i = 0; i * step < highest + step * 0.9999; i++) ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

/** Powers of ten around the values; at least one whole decade. */
export function logTicks(lowest: number, highest: number): number[] {
  const from = Math.floor(Math.log10(lowest) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(highest) - 1e-9));
  return Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));
}

export function linearScale(highest: number, from: number, to: number): Scale {
  const ticks = linearTicks(highest);
  const top = ticks.at(-1) as number;
  return Object.assign((value: number) => from + (value / top) * (to - from), { ticks });
}

export function logScale(lowest: number, highest: number, from: number, to: number): Scale {
  const ticks = logTicks(lowest, highest);
  const low = Math.log10(ticks[0] as number);
  const high = Math.log10(ticks.at(-1) as number);
  return Object.assign((value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from), { ticks });
}

/** Positions along a log axis that ends at the outermost values, or evenly spread when there is one value only. */
export function rampPositions(values: number[], from: number, to: number): number[] {
  const logs = values.map(Math.log10);
  const low = lowestOf(logs);
  const high = highestOf(logs);
  if (high === low) return values.map(() => (from + to) / 2);
  return logs.map((log) => from + ((log - low) / (high - low)) * (to - from));
}

/**
 * Equal places side by side around where they all are, each with so much room where there is as much, and none beyond the
 * ends; other places stay as they are.
 */
export function sideBySide(places: number[], room: number, from: number, to: number): number[] {
  return places.map((place, index) => {
    const alike = places.flatMap((other, at) => (other === place ? [at] : []));
    if (alike.length === 1) return place;
    const step = Math.min(room, (to - from) / (alike.length - 1));
    const half = ((alike.length - 1) * step) / 2;
    const middle = Math.min(Math.max(place, from + half), to - half);
    return middle - half + alike.indexOf(index) * step;
  });
}

/** Keeps labels that have room: the first and last always, others when no neighbour is too near. */
export function labelsWithRoom(positions: number[], room: number): boolean[] {
  const order = positions.map((position, index) => ({ position, index })).sort((a, b) => a.position - b.position);
  const shown = positions.map(() => false);
  const last = order.at(-1);
  let previous = -Infinity;
  for (const { position, index } of order) {
    const isLast = index === last?.index;
    if (!isLast && (position - previous < room || (last !== undefined && last.position - position < room))) continue;
    if (isLast && position === previous) continue;
    shown[index] = true;
    previous = position;
  }
  return shown;
}

/** Neighbours of one kind, in their order: a line joins only what is alike. */
export function stretchesOf<T>(points: T[], kindOf: (point: T) => unknown): T[][] {
  const stretches: T[][] = [];
  for (const point of points) {
    const last = stretches.at(-1);
    if (last?.[0] !== undefined && kindOf(last[0]) === kindOf(point)) last.push(point);
    else stretches.push([point]);
  }
  return stretches;
}

/** Seconds between two labels of a time axis. */
export const TIME_STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
];
export const PX_PER_TIME_LABEL = 110;

/** Labels of a time axis between two moments, in seconds; none at the edges, where there is no room for them. */
export function timeTicks(fromSeconds: number, toSeconds: number, widthPx: number): number[] {
  const least = ((toSeconds - fromSeconds) * PX_PER_TIME_LABEL) / Math.max(1, widthPx);
  const step = TIME_STEPS.find((seconds) => seconds >= least) ?? 86_400;
  const first = Math.floor(fromSeconds / step) + 1;
  const ticks: number[] = [];
  for (let at = first * step; at < toSeconds; at += step) ticks.push(at);
  return ticks;
}
