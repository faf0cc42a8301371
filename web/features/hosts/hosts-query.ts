'use client';

import type { Host } from '@contract/host';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { get } from '@/api/client';

const EVERY_MS = 4000;

export function useHosts(enabled = true) {
  return useQuery({
    queryKey: ['hosts'],
    enabled,
    queryFn: ({ signal }) => get('/api/v1/hosts', { signal }),
    refetchInterval: EVERY_MS,
  });
}

export function useHost(id: string) {
  return useQuery({
    queryKey: ['hosts', id],
    queryFn: ({ signal }) => get('/api/v1/hosts/:hostId', { path: { hostId: id }, signal }),
    refetchInterval: EVERY_MS,
  });
}

/** What an answer said of a host is shown at once, in the list too. */
export function useHostChanged() {
  const queries = useQueryClient();
  return (host: Host): Promise<void> => {
    queries.setQueryData(['hosts', host.id], host);
    return queries.invalidateQueries({ queryKey: ['hosts'] });
  };
}
