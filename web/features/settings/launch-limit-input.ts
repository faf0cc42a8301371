import type { LaunchLimit } from '@contract/launch';
import { LAUNCH_LIMITS } from '@contract/limits';
import { formatUsd } from '@rules/launch/launch-cost';
import { formatCount } from '@rules/words/numbers';

const [HOSTS_LEAST, HOSTS_MOST] = LAUNCH_LIMITS.mostInstances;
const [MICRO_USD_LEAST, MICRO_USD_MOST] = LAUNCH_LIMITS.mostMicroUsdPerHour;
const isWithin = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** Empty is no limit. */
export const readHosts = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

export function hostsFault(typed: string): string | null {
  const hosts = readHosts(typed);
  if (hosts === null || (/^\d+$/.test(typed.trim()) && isWithin(hosts, HOSTS_LEAST, HOSTS_MOST))) return null;
  return `Enter ${HOSTS_LEAST} to ${formatCount(HOSTS_MOST)} hosts, or nothing for any number.`;
}

const withoutSign = (typed: string): string => typed.trim().replace(/^\$/, '');

export const readDollars = (typed: string): number | null =>
  typed.trim() === '' ? null : Math.round(Number(withoutSign(typed)) * 1e6);

export function dollarsFault(typed: string): string | null {
  const microUsd = readDollars(typed);
  const isNumber = /^\d+(\.\d+)?$/.test(withoutSign(typed));
  if (microUsd === null || (isNumber && isWithin(microUsd, MICRO_USD_LEAST, MICRO_USD_MOST))) return null;
  return `Enter ${formatUsd(MICRO_USD_LEAST)} to ${formatUsd(MICRO_USD_MOST)}, or nothing for any price.`;
}

/** Whether what is typed is another limit than there is, or none at all. */
export const differs = (
  { hosts, dollars }: { hosts: string; dollars: string },
  { mostInstances, mostMicroUsdPerHour }: Pick<LaunchLimit, 'mostInstances' | 'mostMicroUsdPerHour'>,
): boolean => readHosts(hosts) !== mostInstances || readDollars(dollars) !== mostMicroUsdPerHour;
