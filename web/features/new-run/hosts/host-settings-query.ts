'use client';

import type { Host } from '@contract/host';
import { useQuery } from '@tanstack/react-query';
import { post } from '@/api/client';

const FRESH_MS = 30_000;

/**
 * The present value of everything that can be tuned on a host. It only helps: without it fields say less. A host that
 * works for a run is asked once that is over.
 */
export function useHostSettings(host: Host | null, wanted: boolean) {
  return useQuery({
    queryKey: ['host-settings', host?.id],
    enabled: wanted && host !== null && host.status !== 'offline' && host.status !== 'awaited' && host.runId === null,
    retry: false,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      post('/api/v1/hosts/:hostId/snapshot', undefined, { path: { hostId: host?.id ?? '' }, signal }),
  });
}
