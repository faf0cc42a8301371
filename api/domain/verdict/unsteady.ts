import type { Finding } from '../../contract/verdict.ts';
import { count, percent } from './amounts.ts';
import { evidenceOf, type MeasuredStep, ofStep } from './measured-step.ts';
import { STEADY_BLOCKS_MOST, STEADY_CHANCE, STEADY_CHANGE, STEADY_SECONDS_LEAST } from './thresholds.ts';

/** How the rate of a step changed within it; shares are of the median second. */
export type Change =
  | { kind: 'drift'; from: number; to: number; share: number }
  | { kind: 'change-point'; atSecond: number; before: number; after: number; share: number };

export function unsteady(step: MeasuredStep): Finding[] {
  const { requestsBySecond, requestsBySecondSource } = evidenceOf(step);
  const change = requestsBySecond && changeOf(requestsBySecond);
  if (!requestsBySecond || !change) return [];
  const whose = requestsBySecondSource === 'tool' ? 'the tool’s' : 'the server’s';
  const how = `${percent(Math.abs(change.share))} ${change.share < 0 ? 'less' : 'more'}, steady within ${percent(STEADY_CHANGE)}`;
  const told =
    change.kind === 'drift'
      ? `throughput drifted from ${count(change.from)} to ${count(change.to)} req/s in ${requestsBySecond.length} s (${how}, by ${whose} count of each second)`
      : `throughput changed after ${change.atSecond} s: ${count(change.before)} req/s before, ${count(change.after)} after (${how}, by ${whose} count of each second)`;
  const sentence = `${told}. The figure is a mean of both. Look in the time series for what changed then, warm up longer, and run again.`;
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
  const jumps = split.chance < STEADY_CHANCE && Math.abs(split.after - split.before) > STEADY_CHANGE * usual;
  const drifts = line.chance < STEADY_CHANCE && Math.abs(line.to - line.from) > STEADY_CHANGE * usual;
  if (drifts && (!jumps || line.left <= split.left)) {
    return { kind: 'drift', from: line.from, to: line.to, share: (line.to - line.from) / line.from };
  }
  if (!jumps) return null;
  const share = (split.after - split.before) / split.before;
  return { kind: 'change-point', atSecond: split.at * size, before: split.before, after: split.after, share };
}

/** Means of so many seconds each; what is left over at the end belongs to the last block. */
function blocksOf(values: number[], size: number): number[] {
  const whole = Math.floor(values.length / size);
  return Array.from({ length: whole }, (_, block) => {
    const part = values.slice(block * size, block === whole - 1 ? undefined : (block + 1) * size);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}

/** Pettitt's test: where the ranks before and after differ the most, and how often chance parts them as far. */
function changePoint(values: number[]): { at: number; before: number; after: number; chance: number; left: number } {
  const n = values.length;
  const ranks = ranksOf(values);
  let [sum, most, at] = [0, 0, 1];
  for (let i = 0; i < n - 1; i++) {
    sum += ranks[i] ?? 0;
    const parted = Math.abs(2 * sum - (i + 1) * (n + 1));
    if (parted > most) [most, at] = [parted, i + 1];
  }
  const [before, after] = [median(values.slice(0, at)), median(values.slice(at))];
  const chance = Math.min(1, 2 * Math.exp((-6 * most * most) / (n ** 3 + n ** 2)));
  const left = values.reduce((total, value, i) => total + Math.abs(value - (i < at ? before : after)), 0);
  return { at, before, after, chance, left };
}

/** Theil and Sen's line, and by Mann and Kendall's test how often chance alone is as orderly. */
function trend(values: number[]): { from: number; to: number; chance: number; left: number } {
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
  const spread = Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  const z = Math.max(0, Math.abs(order) - 1) / spread;
  const left = values.reduce((total, value, i) => total + Math.abs(value - from - slope * i), 0);
  return { from, to: from + slope * (n - 1), chance: Math.exp((-z * z) / 2), left };
}

/** From 1; equal values share the mean of their ranks. */
function ranksOf(values: number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
