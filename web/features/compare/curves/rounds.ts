import type { MetricOutcome } from '@contract/comparison';
import { highestOf, lowestOf } from '@/charts/extent';

export interface RoundDot {
  sideIndex: number;
  /** Round of an experiment, or the place of the run within its side; counted from 0. */
  place: number;
  value: number;
}

export interface Rounds {
  /** A round ran every configuration once: its dots belong together. */
  paired: boolean;
  places: number;
  /** The sides that are drawn, the baseline first. */
  sideIndexes: number[];
  dots: RoundDot[];
  means: { sideIndex: number; mean: number }[];
}

/** One dot a run of the same metric and step, side by side; null where no side has a repetition. */
export function roundsOf(outcomes: MetricOutcome[]): Rounds | null {
  const [first] = outcomes;
  if (!first) return null;
  const sides = [
    { sideIndex: 0, figure: first.baseline },
    ...outcomes.map(({ sideIndex, other }) => ({ sideIndex, figure: other })),
  ];
  if (sides.every(({ figure }) => figure.values.length < 2)) return null;
  const dots = sides.flatMap(({ sideIndex, figure }) =>
    figure.values.flatMap((value, place) => (value === null ? [] : [{ sideIndex, place, value }])),
  );
  return {
    paired: outcomes.every(({ effect }) => effect?.interleaved === true),
    places: Math.max(...sides.map(({ figure }) => figure.values.length)),
    sideIndexes: sides.map(({ sideIndex }) => sideIndex),
    dots,
    means: sides.flatMap(({ sideIndex, figure: { mean } }) => (mean === null ? [] : [{ sideIndex, mean }])),
  };
}

/** Round numbers around all values: the axis of dots need not begin at 0, and then says so. */
export function ticksAround(values: number[], count = 4): number[] {
  const [low, high] = [lowestOf(values), highestOf(values)];
  const span = high - low || Math.abs(high) * 0.02 || 1;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough * 0.9999) ?? 10) * power;
  const from = Math.floor(low / step + 1e-9);
  const to = Math.max(from + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: to - from + 1 }, (_, i) => Number(((from + i) * step).toPrecision(12)));
}
