'use client';

import type { Host } from '@contract/host';
import { asPlanned, isPlannedHost } from '@rules/launch/planned-hosts';
import { hostIdsOf } from '@rules/spec/hosts-of-spec';
import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import type { Baseline } from '@/features/experiments/form/experiment-form';

/** A baseline whose hosts were launched, as if they were to be launched again: those that are kept are used, others are gone. */
export function useLaunchedAgain(baseline: Baseline | null, hosts: Host[]) {
  const hostId = (baseline && hostIdsOf(baseline.spec)[0]) ?? null;
  const known = hosts.find(({ id }) => id === hostId);
  const isEnrolled = known !== undefined && known.launchId === undefined;
  const enabled = hostId !== null && !isPlannedHost(hostId) && !isEnrolled;
  const query = useQuery({
    queryKey: ['launch-of-host', hostId],
    enabled,
    retry: false,
    queryFn: async ({ signal }) => {
      const path = { hostId: hostId ?? '' };
      const launchId = known?.launchId ?? (await get('/api/v1/hosts/:hostId', { path, signal })).launchId;
      return launchId === undefined ? null : get('/api/v1/launches/:launchId', { path: { launchId }, signal });
    },
  });
  const launch = query.data;
  const spec = baseline && launch ? asPlanned(baseline.spec, launch) : null;
  const again: Baseline | null = baseline && launch && spec ? { ...baseline, spec, launch: launch.spec } : baseline;
  return { baseline: again, waiting: enabled && query.isPending };
}
