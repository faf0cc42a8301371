import type { Launch } from '@contract/launch';
import { systemName } from '@rules/launch/images';
import { formatUsd } from '@rules/launch/launch-cost';
import { formatDuration } from '@rules/words/durations';

/** What was asked for, a line each. */
export function launchFactRows({ spec, zone, subnetId, id }: Launch): [name: string, value: string][] {
  const { server, clients, image } = spec;
  const where = [...spec.zones, ...spec.subnetIds].join(', ');
  return [
    ['Server', server?.instanceType ?? 'none'],
    ['Clients', clients ? `${clients.count} × ${clients.instanceType}` : 'none'],
    ['Region', spec.region],
    ['Zone, now or last tried', zone === null ? 'none yet' : [zone, subnetId].filter(Boolean).join(', ')],
    ['Zones and subnets allowed', where || 'all of the default network'],
    ['Image', image.kind === 'ami' ? image.imageId : `newest ${systemName(image.system)}`],
    ['Placement', spec.clusterPlacement ? 'cluster placement group' : 'anywhere in the zone'],
    ['Market', spec.market],
    ['Security group', spec.securityGroupId ?? 'one of its own, deleted with it'],
    ['TTL', formatDuration(spec.ttlMinutes * 60)],
    ['Kept after the last run', spec.keepMinutes === 0 ? 'not at all' : formatDuration(spec.keepMinutes * 60)],
    ['Budget', spec.budgetMicroUsd === null ? 'none; the TTL bounds the cost' : formatUsd(spec.budgetMicroUsd)],
    ['Id', id],
  ];
}
