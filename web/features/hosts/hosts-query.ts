'use client';

import type { Host } from '@contract/host';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { get } from '@/api/client';
import { asToday, mergedHosts } from './merged-hosts';

const EVERY_MS = 4000;

/** What agents found on their hosts is read only when it may have changed: of many hosts it is megabytes. */
export function useHosts(enabled = true) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['hosts'],
    enabled,
    queryFn: async ({ signal }): Promise<{ hosts: Host[] }> => {
      const known = queries.getQueryData<{ hosts: Host[] }>(['hosts'])?.hosts;
      const states = known && (await get('/api/v1/host-states', { signal })).hosts.map(asToday);
      const hosts = known && states && mergedHosts(known, states);
      return { hosts: hosts ?? (await get('/api/v1/hosts', { signal })).hosts.map(asToday) };
    },
    refetchInterval: EVERY_MS,
  });
}

export function useHost(id: string) {
  return useQuery({
    queryKey: ['hosts', id],
    queryFn: async ({ signal }) => asToday(await get('/api/v1/hosts/:hostId', { path: { hostId: id }, signal })),
    refetchInterval: EVERY_MS,
  });
}

/** What an answer said of a host is shown at once, in the list too. */
export function useHostChanged() {
  const queries = useQueryClient();
  return (host: Host): Promise<void> => {
    queries.setQueryData(['hosts', host.id], asToday(host));
    return queries.invalidateQueries({ queryKey: ['hosts'] });
  };
}
