import type { LaunchPrice, LaunchSpec } from '../../contract/launch.ts';
import { formatDuration } from '../words/durations.ts';
import { JOIN_MINUTES } from './advance-launch.ts';
import { formatUsd, mostOf } from './launch-cost.ts';

type Bounds = Pick<LaunchSpec, 'ttlMinutes' | 'keepMinutes' | 'budgetMicroUsd'>;

interface Hosts {
  spec: Bounds;
  /** What they are asked for. */
  plannedMinutes: number;
  price: LaunchPrice;
}

/** What hosts likely cost: joining at its slowest, what they are launched for, and being kept after it. */
export const likelyMicroUsd = (hosts: Hosts): number =>
  Math.min(mostOf(hosts.price, hosts.spec), ofTime(hosts, paidMinutes(hosts)));

const ofTime = ({ price }: Hosts, minutes: number): number => Math.round((price.microUsdPerHour * minutes) / 60);

const wholeMinutes = ({ spec, plannedMinutes }: Hosts): number => JOIN_MINUTES + plannedMinutes + spec.keepMinutes;
const paidMinutes = (hosts: Hosts): number => Math.min(hosts.spec.ttlMinutes, wholeMinutes(hosts));

/** 'with joining and keeping': what the sum has beside what the hosts are launched for. */
export const likelyHas = ({ keepMinutes }: Pick<Bounds, 'keepMinutes'>): string =>
  keepMinutes > 0 ? 'with joining and keeping' : 'with joining';

/** How that comes about, line by line. `takes`: what they are launched for, such as 'The run takes about 1 min.' */
export function likelyCostLines(takes: string, hosts: Hosts): string[] {
  const { spec, plannedMinutes, price } = hosts;
  const { ttlMinutes, keepMinutes } = spec;
  const most = mostOf(price, spec);
  // To the last digit: whoever works it out gets this sum.
  const hourly = `$${(price.microUsdPerHour / 1e6).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })} per hour`;
  const parts = [JOIN_MINUTES, plannedMinutes, ...(keepMinutes > 0 ? [keepMinutes] : [])];
  const whole = `${parts.map(inWords).join(' + ')} = ${inWords(wholeMinutes(hosts))}`;
  const paid = paidMinutes(hosts);
  const cut = paid < wholeMinutes(hosts) ? `, but the TTL ends after ${inWords(ttlMinutes)}` : '';
  return [
    `Joining takes up to ${JOIN_MINUTES} min.`,
    takes,
    keepMinutes > 0
      ? `After that the hosts are kept for ${inWords(keepMinutes)}, for a next run.`
      : 'After that the hosts are not kept.',
    `${whole}${cut}.`,
    `${inWords(paid)} × ${hourly} = ${formatUsd(ofTime(hosts, paid))}.`,
    most < price.mostMicroUsd
      ? `At most: the budget of ${formatUsd(most)}; the hosts are terminated when it is spent, as long as this instance runs.`
      : `At most: the TTL of ${ttlMinutes} min × ${hourly} = ${formatUsd(price.mostMicroUsd)}.`,
  ];
}

const inWords = (minutes: number): string => formatDuration(minutes * 60);
