import type { LaunchSpec } from '../../contract/launch.ts';
import { stableJson } from '../export/stable-json.ts';

/** Hardware is the same whatever it may cost and however long it may live. */
const shapeOf = ({ ttlMinutes: _, keepMinutes: __, budgetMicroUsd: ___, ...shape }: LaunchSpec): string =>
  stableJson(shape);

export const isSameShape = (one: LaunchSpec, other: LaunchSpec): boolean => shapeOf(one) === shapeOf(other);

export interface KeptLaunch {
  id: string;
  spec: LaunchSpec;
  state: string;
  isFree: boolean;
  /** Each of its hosts is online, and as it was before any run. */
  isFit: boolean;
  /** What is left of its budget; null without one. */
  leftMicroUsd: number | null;
  /** Null where AWS did not tell. */
  microUsdPerHour: number | null;
  expiresAtUs: number;
}

/** A kept launch that serves in place of a new one: of the same shape, free, fit, and alive and paid for as long as it is needed. */
export function adoptable(
  spec: LaunchSpec,
  plannedMinutes: number,
  kept: KeptLaunch[],
  nowUs: number,
): KeptLaunch | null {
  const until = nowUs + plannedMinutes * 60e6;
  const fits = kept.filter(
    (launch) =>
      launch.state === 'ready' &&
      launch.isFree &&
      launch.isFit &&
      isPaidFor(launch, plannedMinutes) &&
      launch.expiresAtUs >= until &&
      isSameShape(launch.spec, spec),
  );
  return fits.sort((a, b) => a.expiresAtUs - b.expiresAtUs)[0] ?? null;
}

function isPaidFor({ leftMicroUsd, microUsdPerHour }: KeptLaunch, plannedMinutes: number): boolean {
  if (leftMicroUsd === null) return true;
  return microUsdPerHour !== null && leftMicroUsd >= (microUsdPerHour * plannedMinutes) / 60;
}
