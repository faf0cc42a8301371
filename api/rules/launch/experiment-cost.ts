import type { LaunchPrice, LaunchSpec } from '../../contract/launch.ts';
import { formatDuration } from '../words/durations.ts';
import { plural } from '../words/numbers.ts';
import { JOIN_MINUTES } from './advance-launch.ts';
import { formatUsd, mostOf } from './launch-cost.ts';

export interface PlannedRounds {
  rounds: number;
  /** Those that run if the first look is inconclusive; null: none are declared. */
  furtherRounds: number | null;
  configurations: number;
  /** What hosts are asked for, with the further rounds. */
  plannedMinutes: number;
}

/** How the price of a whole experiment on launched hosts comes about, line by line. */
export function experimentCostLines(
  planned: PlannedRounds,
  price: LaunchPrice,
  spec: Pick<LaunchSpec, 'ttlMinutes' | 'keepMinutes' | 'budgetMicroUsd'>,
): string[] {
  const lasts = formatDuration(planned.plannedMinutes * 60);
  const { ttlMinutes, keepMinutes } = spec;
  const most = mostOf(price, spec);
  return [
    `${runsText(planned)} take about ${lasts}, with preparing and restoring.`,
    `${lasts} × ${formatUsd(price.microUsdPerHour)} per hour = ${formatUsd(price.plannedMicroUsd)}.`,
    `Billed on top: booting, up to ${JOIN_MINUTES} min${keepMinutes > 0 ? `, and up to ${keepMinutes} min for which the hosts are kept after the last run` : ''}.`,
    most < price.mostMicroUsd
      ? `At most: the budget of ${formatUsd(most)}; the hosts are terminated when it is spent.`
      : `At most: the TTL of ${ttlMinutes} min × ${formatUsd(price.microUsdPerHour)} per hour = ${formatUsd(price.mostMicroUsd)}.`,
  ];
}

/** With those of the further rounds. */
export const runsOf = ({ rounds, furtherRounds, configurations }: PlannedRounds): number =>
  (rounds + (furtherRounds ?? 0)) * configurations;

function runsText(planned: PlannedRounds): string {
  const { rounds, furtherRounds, configurations } = planned;
  const all = rounds + (furtherRounds ?? 0);
  const further = furtherRounds === null ? '' : `, ${furtherRounds} of them only if the first look is inconclusive,`;
  return `${plural(all, 'round')}${further} × ${plural(configurations, 'configuration')} = ${plural(runsOf(planned), 'run')}, which`;
}
