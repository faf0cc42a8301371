'use client';

import type { ChangeSchedule } from '@contract/schedule';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, put, remove } from '@/api/client';

const AGAIN_MS = 10_000;

export function useOccurrences(id: string) {
  return useQuery({
    queryKey: ['benchmarks', id, 'occurrences'],
    queryFn: ({ signal }) => get('/api/v1/benchmarks/:benchmarkId/occurrences', { path: { benchmarkId: id }, signal }),
    refetchInterval: AGAIN_MS,
  });
}

export function useChangeSchedule(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: ChangeSchedule) =>
      put('/api/v1/benchmarks/:benchmarkId/schedule', asked, { path: { benchmarkId: id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['benchmarks', id] }),
  });
}

export function useRemoveSchedule(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => remove('/api/v1/benchmarks/:benchmarkId/schedule', { path: { benchmarkId: id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['benchmarks', id] }),
  });
}
