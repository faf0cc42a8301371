'use client';

import type { LaunchLimit } from '@contract/launch';
import { formatUsd } from '@rules/launch/launch-cost';
import { plural } from '@rules/words/numbers';
import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';
import { LaunchLimitForm } from './launch-limit-form';

export function Ec2Tab() {
  const limit = useQuery({
    queryKey: ['launch-limit'],
    queryFn: ({ signal }) => get('/api/v1/launch-limit', { signal }),
    refetchInterval: 15_000,
  });
  const { data } = limit;
  return (
    <Panel title="Limit of EC2 hosts" aside="all launches together">
      <QueryState query={limit} what="the limit" rows={2} within="panel" />
      {data && (
        <div className="grid gap-3">
          <p className="text-sm">
            <strong className="font-medium">{limitText(data)}</strong> In use now: {inUseText(data)}.
          </p>
          {data.changedAtUs !== null && (
            <p className="text-sm text-muted">
              Changed <When atUs={data.changedAtUs} /> {byText(data.changedByName)}.
            </p>
          )}
          <LaunchLimitForm limit={data} />
        </div>
      )}
    </Panel>
  );
}

function limitText({ mostInstances, mostMicroUsdPerHour }: LaunchLimit): string {
  const parts = [
    ...(mostInstances === null ? [] : [plural(mostInstances, 'host')]),
    ...(mostMicroUsdPerHour === null ? [] : [`${formatUsd(mostMicroUsdPerHour)} an hour`]),
  ];
  return parts.length === 0 ? 'No limit.' : `At most ${parts.join(' and ')} at once.`;
}

function inUseText({ instances, microUsdPerHour }: LaunchLimit): string {
  if (instances === 0) return 'none';
  const price = microUsdPerHour === null ? 'AWS gave no price' : `${formatUsd(microUsdPerHour)} an hour`;
  return `${plural(instances, 'host')}, running or launching; ${price}`;
}

const byText = (name: string | null): string => (name === null ? 'with the preset API token' : `by ${name}`);
