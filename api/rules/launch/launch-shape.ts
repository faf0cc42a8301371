import type { LaunchSpec } from '../../contract/launch.ts';
import { stableJson } from '../export/stable-json.ts';

/** Hardware is the same whatever it may cost and however long it may live. */
const shapeOf = ({ ttlMinutes: _, keepMinutes: __, budgetMicroUsd: ___, ...shape }: LaunchSpec): string =>
  stableJson(shape);

export interface KeptLaunch {
  id: string;
  spec: LaunchSpec;
  state: string;
  isFree: boolean;
  expiresAtUs: number;
}

/** A kept launch that serves in place of a new one: of the same shape, free, and alive for as long as it is needed. */
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
      launch.expiresAtUs >= until &&
      shapeOf(launch.spec) === shapeOf(spec),
  );
  return fits.sort((a, b) => a.expiresAtUs - b.expiresAtUs)[0] ?? null;
}
