'use client';

import type { CreateShare } from '@contract/share';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '@/api/client';

/** Links of one run, or all. */
export function useShares(runId?: string) {
  return useQuery({
    queryKey: ['shares', runId ?? 'all'],
    queryFn: ({ signal }) => get('/api/v1/shares', { query: { runId }, signal }),
  });
}

export function useCreateShare() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (share: CreateShare) => post('/api/v1/shares', share),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['shares'] }),
  });
}

export function useRevokeShare() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (shareId: string) => post('/api/v1/shares/:shareId/revoke', undefined, { path: { shareId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['shares'] }),
  });
}
