'use client';

import type { Benchmark, ChangeBenchmark, CreateBenchmark, MeasureRevision } from '@contract/benchmark';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { get, patch, post } from '@/api/client';
import { RequestKey } from '@/features/draft/request-key';

/** While points are being measured, and otherwise. */
const MEASURING_MS = 4000;
const IDLE_MS = 15_000;
const nextLook = (measuring: boolean): number => (measuring ? MEASURING_MS : IDLE_MS);

export function useBenchmarks() {
  return useQuery({
    queryKey: ['benchmarks', 'list'],
    queryFn: ({ signal }) => get('/api/v1/benchmarks', { signal }),
    refetchInterval: ({ state }) => nextLook(state.data?.benchmarks.some(({ measuring }) => measuring > 0) ?? false),
  });
}

export function useBenchmark(id: string) {
  return useQuery({
    queryKey: ['benchmarks', id],
    queryFn: ({ signal }) => get('/api/v1/benchmarks/:benchmarkId', { path: { benchmarkId: id }, signal }),
    refetchInterval: ({ state }) => (state.status === 'error' ? false : nextLook((state.data?.measuring ?? 0) > 0)),
  });
}

/** Read again as often as points may be added, and as soon as one of those that are measured is over. */
export function useHistory(id: string, measuring: number) {
  const queries = useQueryClient();
  const before = useRef(measuring);
  useEffect(() => {
    if (measuring < before.current) void queries.invalidateQueries({ queryKey: ['benchmarks', id, 'history'] });
    before.current = measuring;
  }, [measuring, id, queries]);
  return useQuery({
    queryKey: ['benchmarks', id, 'history'],
    queryFn: ({ signal }) => get('/api/v1/benchmarks/:benchmarkId/history', { path: { benchmarkId: id }, signal }),
    refetchInterval: nextLook(measuring > 0),
  });
}

/** What an answer says of a benchmark is shown at once, in the list too. */
function useBenchmarkChanged() {
  const queries = useQueryClient();
  return (benchmark: Benchmark): void => {
    queries.setQueryData(['benchmarks', benchmark.id], benchmark);
    void queries.invalidateQueries({ queryKey: ['benchmarks', 'list'] });
  };
}

export function useCreateBenchmark() {
  return useMutation({
    mutationFn: (asked: CreateBenchmark) => post('/api/v1/benchmarks', asked),
    onSuccess: useBenchmarkChanged(),
  });
}

export function useChangeBenchmark(id: string) {
  return useMutation({
    mutationFn: (change: ChangeBenchmark) =>
      patch('/api/v1/benchmarks/:benchmarkId', change, { path: { benchmarkId: id } }),
    onSuccess: useBenchmarkChanged(),
  });
}

export function useMeasureRevision(id: string) {
  const queries = useQueryClient();
  const [requestKey] = useState(() => new RequestKey());
  return useMutation({
    mutationFn: (wanted: MeasureRevision) =>
      post('/api/v1/benchmarks/:benchmarkId/points', wanted, {
        path: { benchmarkId: id },
        headers: requestKey.headersFor(wanted),
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['benchmarks'] });
      void queries.invalidateQueries({ queryKey: ['experiments', 'list'] });
    },
  });
}
