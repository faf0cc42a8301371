'use client';

import type { Bisection, StartBisection } from '@contract/bisection';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { get, post } from '@/api/client';
import { RequestKey } from '@/features/draft/request-key';

/** While one runs, and otherwise. */
const RUNNING_MS = 5000;
const IDLE_MS = 30_000;

export const isRunning = ({ status }: Pick<Bisection, 'status'>): boolean => status === 'running';

/** Searches for commits that changed a benchmark, the newest first. */
export function useBisections(benchmarkId: string) {
  return useQuery({
    queryKey: ['benchmarks', benchmarkId, 'bisections'],
    queryFn: ({ signal }) => get('/api/v1/benchmarks/:benchmarkId/bisections', { path: { benchmarkId }, signal }),
    refetchInterval: ({ state }) => (state.data?.bisections.some(isRunning) ? RUNNING_MS : IDLE_MS),
  });
}

function useSearchesChanged(benchmarkId: string) {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ['experiments', 'list'] });
    return queries.invalidateQueries({ queryKey: ['benchmarks', benchmarkId, 'bisections'] });
  };
}

export function useStartBisection(benchmarkId: string) {
  const [requestKey] = useState(() => new RequestKey());
  return useMutation({
    mutationFn: (wanted: StartBisection) =>
      post('/api/v1/benchmarks/:benchmarkId/bisections', wanted, {
        path: { benchmarkId },
        headers: requestKey.headersFor(wanted),
      }),
    onSuccess: useSearchesChanged(benchmarkId),
  });
}

export function useCancelBisection(benchmarkId: string, bisectionId: string) {
  return useMutation({
    mutationFn: () => post('/api/v1/bisections/:bisectionId/cancel', undefined, { path: { bisectionId } }),
    onSuccess: useSearchesChanged(benchmarkId),
  });
}
