import type { LaunchPrice, LaunchSpec } from '../../contract/launch.ts';
import { LAUNCH_LIMITS } from '../../contract/limits.ts';
import type { Failure } from '../../contract/primitives.ts';
import { formatDuration, formatDurationUs, formatMinute } from '../words/durations.ts';
import { JOIN_MINUTES } from './advance-launch.ts';
import { formatUsd } from './launch-cost.ts';

const CENT = 10_000;

/** Minutes for which hosts are asked for that are needed for so long. */
export function plannedMinutesOf(seconds: number): number {
  const [least, most] = LAUNCH_LIMITS.plannedMinutes;
  return Math.min(most, Math.max(least, Math.ceil(seconds / 60)));
}

type Needs =
  | 'The run takes about'
  | 'The experiment takes about'
  | 'The experiment takes, with its further rounds, about'
  | 'The hosts are needed for';

/** Why hosts would end before what they are launched for; null: they live for as long. */
export function ttlFault(needs: Needs, seconds: number, { ttlMinutes }: Pick<LaunchSpec, 'ttlMinutes'>): string | null {
  if (seconds <= ttlMinutes * 60) return null;
  const least = Math.ceil(seconds / 60);
  const [, most] = LAUNCH_LIMITS.ttlMinutes;
  const next =
    least > most
      ? `No TTL is longer than ${formatDuration(most * 60)}: ask for less.`
      : `Set a TTL of ${suggestion(least + JOIN_MINUTES, most)}.`;
  return `${needs} ${formatDuration(seconds)}, longer than the TTL of ${ttlMinutes} min. ${next}`;
}

/** The longest TTL there is may be less than what is safe. */
const suggestion = (safe: number, most: number): string => (safe < most ? `${safe} min or more` : `${most} min`);

/** Hosts that join late have less of their TTL left. */
export function tightTtl({ ttlMinutes }: LaunchSpec, plannedMinutes: number): Failure[] {
  if (plannedMinutes > ttlMinutes || plannedMinutes + JOIN_MINUTES <= ttlMinutes) return [];
  const safe = plannedMinutes + JOIN_MINUTES;
  const advice = safe <= LAUNCH_LIMITS.ttlMinutes[1] ? ` A TTL of ${safe} min is safe.` : '';
  const sentence = `Joining may take the hosts up to ${JOIN_MINUTES} min of their TTL of ${ttlMinutes} min, and ${plannedMinutes} min are planned after that.${advice}`;
  return [{ code: 'ttl-tight', sentence }];
}

/** Hosts that join late have spent more of their budget. */
export function tightBudget(
  { budgetMicroUsd }: Pick<LaunchSpec, 'budgetMicroUsd'>,
  plannedMinutes: number,
  price: Pick<LaunchPrice, 'microUsdPerHour' | 'plannedMicroUsd'> | null,
): Failure[] {
  if (budgetMicroUsd === null || price === null || price.plannedMicroUsd > budgetMicroUsd) return [];
  const { microUsdPerHour } = price;
  const safe = (microUsdPerHour * (plannedMinutes + JOIN_MINUTES)) / 60;
  if (safe <= budgetMicroUsd) return [];
  const lasts = formatDuration(Math.floor((budgetMicroUsd / microUsdPerHour) * 3600));
  const advice =
    safe <= LAUNCH_LIMITS.budgetMicroUsd[1] ? ` A budget of ${formatUsd(Math.ceil(safe / CENT) * CENT)} is safe.` : '';
  const sentence = `At ${formatUsd(microUsdPerHour)} per hour the budget of ${formatUsd(budgetMicroUsd)} lasts ${lasts}. Joining may take up to ${JOIN_MINUTES} min of that, before the planned ${plannedMinutes} min.${advice}`;
  return [{ code: 'budget-tight', sentence }];
}

/**
 * Why an experiment on hosts that are launched already would stop before its last round; empty: their launches last. It is
 * kept with the design, so it names the moment of the end.
 */
export function endsBefore(wholeUs: number, launches: { expiresAtUs: number }[], nowUs: number): string[] {
  const endUs = Math.min(...launches.map(({ expiresAtUs }) => expiresAtUs));
  if (endUs - nowUs >= wholeUs) return [];
  return [
    `The TTL of its EC2 hosts ends on ${formatMinute(endUs)}, and the experiment takes about ${formatDurationUs(wholeUs)}: it would stop before its last round. Plan fewer rounds, or launch hosts with a longer TTL.`,
  ];
}
