import type { LaunchSpec } from '../../contract/launch.ts';
import { LAUNCH_LIMITS } from '../../contract/limits.ts';
import type { Failure } from '../../contract/primitives.ts';
import { formatDuration } from '../words/durations.ts';
import { JOIN_MINUTES } from './advance-launch.ts';

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
  const safe = Math.ceil(seconds / 60) + JOIN_MINUTES;
  const [, most] = LAUNCH_LIMITS.ttlMinutes;
  const next =
    safe > most
      ? `No TTL is longer than ${formatDuration(most * 60)}: ask for less.`
      : `Set a TTL of ${safe} min or more.`;
  return `${needs} ${formatDuration(seconds)}, longer than the TTL of ${ttlMinutes} min. ${next}`;
}

/** Hosts that join late have less of their TTL left. */
export function tightTtl({ ttlMinutes }: LaunchSpec, plannedMinutes: number): Failure[] {
  if (plannedMinutes > ttlMinutes || plannedMinutes + JOIN_MINUTES <= ttlMinutes) return [];
  const sentence = `Joining may take the hosts up to ${JOIN_MINUTES} min of their TTL of ${ttlMinutes} min, and ${plannedMinutes} min are planned after that. A TTL of ${plannedMinutes + JOIN_MINUTES} min is safe.`;
  return [{ code: 'ttl-tight', sentence }];
}
