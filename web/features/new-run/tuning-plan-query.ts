'use client';

import { useQuery } from '@tanstack/react-query';
import { post } from '@/api/client';
import type { Host, PlanRequest, TuningPlan } from '@/api/types';
import { useDebounced } from './use-debounced';

const SETTLED_MS = 500;
/** What a host is may change under a plan: it is asked again after a while. */
const FRESH_MS = 20_000;

export interface AskedPlan {
  /** The latest one; of what was asked before while the next is on its way. */
  plan: TuningPlan | null;
  asking: boolean;
  error: unknown;
  retry: () => void;
}

/** Asks the agent of a host what it would write; null asks nothing. */
export function useTuningPlan(host: Host | null, request: PlanRequest | null): AskedPlan {
  const text = request === null ? null : JSON.stringify(request);
  const settled = useDebounced(text, SETTLED_MS);
  const reachable = host !== null && host.status !== 'offline';
  const query = useQuery({
    queryKey: ['tuning-plan', host?.id, settled],
    enabled: reachable && settled !== null && text !== null,
    // What a host does not answer is said at once; a person decides when it is asked again.
    retry: false,
    staleTime: FRESH_MS,
    placeholderData: (previous: TuningPlan | undefined, before) =>
      before?.queryKey[1] === host?.id ? previous : undefined,
    queryFn: ({ signal }) =>
      post('/api/v1/hosts/{hostId}/plan', JSON.parse(settled ?? '{}') as PlanRequest, {
        path: { hostId: host?.id ?? '' },
        signal,
      }),
  });
  const waiting = text !== settled;
  return {
    plan: query.data ?? null,
    asking: reachable && text !== null && (waiting || query.isFetching),
    error: waiting || query.isFetching ? null : query.error,
    retry: () => void query.refetch(),
  };
}
