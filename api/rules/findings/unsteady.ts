import type { Finding } from '../../contract/verdict.ts';
import { percent, percentAbove } from '../verdict/amounts.ts';
import { evidenceOf, type MeasuredStep, ofStep } from '../verdict/measured-step.ts';
import {
  STEADY_BLOCKS_MOST,
  STEADY_CHANCE,
  STEADY_CHANGE,
  STEADY_PLAIN,
  STEADY_SECONDS_LEAST,
} from '../verdict/thresholds.ts';
import { formatCount } from '../words/numbers.ts';

/** How the rate of a step changed within it; shares are of the median second. */
export type Change =
  | { kind: 'drift'; from: number; to: number; share: number }
  | { kind: 'change-point'; atSecond: number; before: number; after: number; share: number };

export function unsteady(step: MeasuredStep): Finding[] {
  const { requestsBySecond, requestsBySecondSource } = evidenceOf(step);
  const change = requestsBySecond && changeOf(requestsBySecond);
  if (!requestsBySecond || !change) return [];
  const whose = requestsBySecondSource === 'tool' ? 'the tool’s' : 'the server’s';
  const by = percentAbove(Math.abs(change.share), STEADY_CHANGE);
  const how = `by ${by} of the median second, steady is up to ${percent(STEADY_CHANGE)}; ${whose} count`;
  const told =
    change.kind === 'drift'
      ? `throughput drifted from ${formatCount(change.from)} to ${formatCount(change.to)} req/s in ${requestsBySecond.length} s (${how})`
      : `throughput changed after ${change.atSecond} s: ${formatCount(change.before)} req/s before, ${formatCount(change.after)} after (${how})`;
  const sentence = `${told}. The figure is their mean. Find the cause in the time series, or warm up longer.`;
  return [ofStep(step, { code: 'unsteady', severity: 'suspect', sentence })];
}

/** Null where the series is too short to tell, or steady. By ranks, so that single seconds of a stall make no change of level. */
export function changeOf(bySecond: number[]): Change | null {
  if (bySecond.length < STEADY_SECONDS_LEAST) return null;
  const size = Math.ceil(bySecond.length / STEADY_BLOCKS_MOST);
  const blocks = blocksOf(bySecond, size);
  const usual = median(blocks);
  if (usual <= 0) return null;
  const split = changePoint(blocks);
  const line = trend(blocks);
  const jumps = isReal(split, split.after - split.before, usual);
  const drifts = isReal(line, line.to - line.from, usual);
  if (drifts && (!jumps || line.left <= split.left)) {
    return {
      kind: 'drift',
      from: Math.max(0, line.from),
      to: Math.max(0, line.to),
      share: (line.to - line.from) / usual,
    };
  }
  if (!jumps) return null;
  const share = (split.after - split.before) / usual;
  return { kind: 'change-point', atSecond: split.at * size, before: split.before, after: split.after, share };
}

/**
 * Seconds depend on those before them, so they count as fewer and chance does more. That does not hold where the change
 * is several times what it leaves unexplained.
 */
function isReal({ chance, left, dependence }: Model, change: number, usual: number): boolean {
  if (Math.abs(change) <= STEADY_CHANGE * usual) return false;
  const plain = Math.abs(change) > STEADY_PLAIN * left;
  return (plain ? chance : chance ** ((1 - dependence) / (1 + dependence))) < STEADY_CHANCE;
}

/** Means of so many seconds each; what is left over at the end belongs to the last block. */
function blocksOf(values: number[], size: number): number[] {
  const whole = Math.floor(values.length / size);
  return Array.from({ length: whole }, (_, block) => {
    const part = values.slice(block * size, block === whole - 1 ? undefined : (block + 1) * size);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}

interface Model {
  /** How often chance alone is as orderly, were every value on its own. */
  chance: number;
  /**
   * Mean size of what the model leaves unexplained; `dependence` is how far each value of that follows the one before.
   */
  left: number;
  dependence: number;
}

/** Pettitt's test: where the ranks before and after differ the most. */
function changePoint(values: number[]): Model & { at: number; before: number; after: number } {
  const n = values.length;
  const ranks = ranksOf(values);
  let [sum, most, at] = [0, 0, 1];
  for (let i = 0; i < n - 1; i++) {
    sum += ranks[i] ?? 0;
    const parted = Math.abs(2 * sum - (i + 1) * (n + 1));
    if (parted > most) [most, at] = [parted, i + 1];
  }
  const [before, after] = [median(values.slice(0, at)), median(values.slice(at))];
  const model = modelOf(
    2 * Math.exp((-6 * most * most) / (n ** 3 + n ** 2)),
    values.map((value, i) => value - (i < at ? before : after)),
  );
  return { at, before, after, ...model };
}

/** Theil and Sen's line, and Mann and Kendall's test of whether the values are in order. */
function trend(values: number[]): Model & { from: number; to: number } {
  const n = values.length;
  const slopes: number[] = [];
  let order = 0;
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const rise = (values[j] ?? 0) - (values[i] ?? 0);
      slopes.push(rise / (j - i));
      order += Math.sign(rise);
    }
  }
  const slope = median(slopes);
  const from = median(values.map((value, i) => value - slope * i));
  const z = Math.max(0, Math.abs(order) - 1) / Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  const model = modelOf(
    Math.exp((-z * z) / 2),
    values.map((value, i) => value - from - slope * i),
  );
  return { from, to: from + slope * (n - 1), ...model };
}

function modelOf(chance: number, rest: number[]): Model {
  const square = rest.reduce((sum, value) => sum + value * value, 0);
  const product = rest.reduce((sum, value, i) => sum + value * (rest[i - 1] ?? 0), 0);
  return {
    chance: Math.min(1, chance),
    left: rest.reduce((sum, value) => sum + Math.abs(value), 0) / rest.length,
    dependence: square === 0 ? 0 : Math.max(0, product / square),
  };
}

/** Ranks from 1; equal values share the mean of their ranks. */
function ranksOf(values: number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
}

function median(values: number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
