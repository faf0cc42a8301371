'use client';

import type { ChangeAlert } from '@contract/alert';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, patch } from '@/api/client';

const EVERY_MS = 15_000;

/** The changes of a benchmark, the last changed first. */
export function useAlerts(benchmarkId: string) {
  return useQuery({
    queryKey: ['benchmarks', benchmarkId, 'alerts'],
    queryFn: ({ signal }) => get('/api/v1/alerts', { query: { benchmarkId }, signal }),
    refetchInterval: EVERY_MS,
  });
}

export function useChangeAlert(benchmarkId: string, alertId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: ChangeAlert) => patch('/api/v1/alerts/:alertId', change, { path: { alertId } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['benchmarks', benchmarkId] });
      void queries.invalidateQueries({ queryKey: ['benchmarks', 'list'] });
    },
  });
}
