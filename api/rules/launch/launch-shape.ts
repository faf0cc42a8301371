import type { LaunchSpec } from '../../contract/launch.ts';
import { stableJson } from '../export/stable-json.ts';

/** Hardware is the same whatever it may cost and however long it may live. */
const shapeOf = ({ ttlMinutes: _, keepMinutes: __, budgetMicroUsd: ___, ...shape }: LaunchSpec): string =>
  stableJson(shape);

export const isSameShape = (one: LaunchSpec, other: LaunchSpec): boolean => shapeOf(one) === shapeOf(other);

/** What ends a launch that is there. */
export interface LaunchBounds {
  expiresAtUs: number;
  /** What is left of its budget; null without one. */
  leftMicroUsd: number | null;
  /** Null where AWS did not tell. */
  microUsdPerHour: number | null;
}

export interface KeptLaunch extends LaunchBounds {
  id: string;
  hostIds: string[];
  spec: LaunchSpec;
  state: string;
  isFree: boolean;
  /** Each of its hosts is online, and as it was before any run. */
  isFit: boolean;
}

/**
 * A kept launch that serves in place of a new one: of the same shape, free, fit, and alive and paid for as long as it is
 * needed. It may live, be kept and cost no more than was asked for.
 */
export function adoptable(
  spec: LaunchSpec,
  plannedMinutes: number,
  kept: KeptLaunch[],
  nowUs: number,
): KeptLaunch | null {
  const fits = kept.filter(
    (launch) =>
      launch.state === 'ready' &&
      launch.isFree &&
      launch.isFit &&
      lastsFor(launch, plannedMinutes, nowUs) &&
      isNoLooser(launch, spec, nowUs) &&
      isSameShape(launch.spec, spec),
  );
  return fits.sort((a, b) => a.expiresAtUs - b.expiresAtUs)[0] ?? null;
}

/** Neither its TTL nor its budget ends it before. */
export const lastsFor = (launch: LaunchBounds, minutes: number, nowUs: number): boolean =>
  launch.expiresAtUs >= nowUs + minutes * 60e6 && isPaidFor(launch, minutes);

function isPaidFor({ leftMicroUsd, microUsdPerHour }: LaunchBounds, minutes: number): boolean {
  if (leftMicroUsd === null) return true;
  return microUsdPerHour !== null && leftMicroUsd >= (microUsdPerHour * minutes) / 60;
}

function isNoLooser({ spec, expiresAtUs, leftMicroUsd }: KeptLaunch, asked: LaunchSpec, nowUs: number): boolean {
  const { ttlMinutes, keepMinutes, budgetMicroUsd } = asked;
  const isWithinBudget = budgetMicroUsd === null || (leftMicroUsd !== null && leftMicroUsd <= budgetMicroUsd);
  return expiresAtUs <= nowUs + ttlMinutes * 60e6 && spec.keepMinutes <= keepMinutes && isWithinBudget;
}

/** Null without a budget. What was spent is not known without a price: then nothing is left. */
export function leftOf(budgetMicroUsd: number | null, costMicroUsd: number | null): number | null {
  return budgetMicroUsd === null ? null : Math.max(0, budgetMicroUsd - (costMicroUsd ?? budgetMicroUsd));
}
