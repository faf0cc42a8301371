import type { ConditionStatus } from '../../contract/gate.ts';
import { RUNS_FOR_A_CLAIM } from '../statistics/conclusion.ts';
import type { Effect } from '../statistics/effect.ts';
import { holmLevels } from '../statistics/holm.ts';
import { type Noise, noiseFloorOf } from '../statistics/noise-floor.ts';
import { studentTCritical, studentTTail } from '../statistics/student-t.ts';
import type { Condition } from './condition.ts';

export interface Decided {
  status: Exclude<ConditionStatus, 'not-measured'>;
  /** Ends of the interval that decides, as ratios. */
  low: number;
  high: number;
  /** 1 - confidence of the end that decides, or would. */
  alpha: number;
}

type Bound = Pick<Condition, 'allows' | 'boundRatio'>;

export interface Tested {
  bound: Bound;
  effect: Effect;
  noise: Noise | null;
}

/** Whether an effect can decide anything: it has an interval, of enough rounds. */
export const canDecide = (effect: Effect): boolean =>
  effect.error !== null && Math.min(effect.runs.baseline, effect.runs.other) >= RUNS_FOR_A_CLAIM;

/**
 * Decides conditions that belong together; each can decide. One-sided t tests on either side of the bound: of experiments in
 * which a condition holds at most alpha say that one failed, and of those in which one does not hold at most alpha say that it was
 * met. Each of the two is corrected by Holm over all conditions. No end is nearer than the noise floor.
 */
export function decideConditions(tested: readonly Tested[]): Decided[] {
  const alpha = tested[0]?.effect.alpha ?? 1;
  const met = holmLevels(tested.map(pOfMet), alpha);
  const failed = holmLevels(
    tested.map((one) => 1 - pOfMet(one)),
    alpha,
  );
  return tested.map((one, at) => decided(one, { met: met[at] ?? alpha, failed: failed[at] ?? alpha }));
}

/** One-sided, of a ratio that is just not allowed any more. */
function pOfMet({ bound, effect }: Tested): number {
  const { logRatio, degrees } = effect.error ?? { logRatio: 1, degrees: 1 };
  return studentTTail((inside(bound) * Math.log(effect.ratio / bound.boundRatio)) / logRatio, degrees);
}

/** The direction that is allowed. */
const inside = ({ allows }: Bound): 1 | -1 => (allows === 'from' ? 1 : -1);

function decided({ bound, effect, noise }: Tested, levels: { met: number; failed: number }): Decided {
  const reach = (level: number): number => reachOf(effect, noise, level);
  const from = bound.allows === 'from';
  const low = effect.ratio * Math.exp(-reach(from ? levels.met : levels.failed));
  const high = effect.ratio * Math.exp(reach(from ? levels.failed : levels.met));
  const holds = from ? low >= bound.boundRatio : high <= bound.boundRatio;
  const broken = from ? high < bound.boundRatio : low > bound.boundRatio;
  if (broken) return { status: 'failed', low, high, alpha: levels.failed };
  return { status: holds ? 'met' : 'inconclusive', low, high, alpha: levels.met };
}

/** How far an end lies from the ratio, as a logarithm. */
function reachOf(effect: Effect, noise: Noise | null, level: number): number {
  const { logRatio, degrees } = effect.error ?? { logRatio: 0, degrees: 1 };
  const rounds = effect.pairs ?? Math.min(effect.runs.baseline, effect.runs.other);
  const floor = noise ? noiseFloorOf(noise, rounds, 2 * level) : 0;
  return Math.max(studentTCritical(level, degrees) * logRatio, floor);
}
