'use client';

import type { Comparison } from '@contract/comparison';
import type { Run } from '@contract/run';
import type { RunSeries } from '@contract/samples';
import { isTerminal } from '@rules/run/run-machine';
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import { readDrawnSeries } from '@/features/run/drawn-series';
import { MIN_COMPARED } from '@/lib/run-selection';
import { MAX_SIDES } from '@/ui/sides';

const RUNNING_MS = 3000;

const over = (comparison: Comparison | undefined): boolean =>
  comparison?.runs.every(({ state }) => isTerminal(state)) ?? true;

/** Two to eight runs side by side; asked for again until all of them are over. */
export function useComparison(runs: string[], baseline: string | null) {
  return useQuery({
    queryKey: ['comparison', runs, baseline],
    enabled: runs.length >= MIN_COMPARED && runs.length <= MAX_SIDES,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      get('/api/v1/comparison', { query: { runs: runs.join(','), baseline: baseline ?? undefined }, signal }),
    refetchInterval: ({ state }) => (over(state.data) ? false : RUNNING_MS),
  });
}

export interface SeriesOfRuns {
  series: Record<string, RunSeries | undefined>;
  pending: boolean;
  error: unknown;
  retry: () => void;
}

/** The series of each run by its id. */
export function useSeriesOf(comparison: Comparison | undefined): SeriesOfRuns {
  // An imported run has none.
  const runs = comparison?.runs.filter(({ imported }) => !imported) ?? [];
  const results = useQueries({
    queries: runs.map(({ id, state }) => ({
      // What a run measured does not change once it is over: its own page reads the same.
      queryKey: isTerminal(state) ? ['series', id] : ['series', id, 'running'],
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: isTerminal(state) ? (false as const) : RUNNING_MS,
      queryFn: ({ signal }: { signal: AbortSignal }) => readDrawnSeries(id, signal),
    })),
  });
  const failed = results.filter((result) => result.isError && !result.data);
  return {
    series: Object.fromEntries(runs.map(({ id }, index) => [id, results[index]?.data])),
    pending: results.some((result) => result.isPending),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const result of failed) result.refetch();
    },
  };
}

/** Runs to choose from, newest first, page by page: those with every word in their name, tags or notes; with a view only those of it. */
export function useFoundRuns(wanted: string, view?: 'ended') {
  const text = wanted.trim();
  const query = useInfiniteQuery({
    queryKey: ['runs', 'to compare', text, view],
    queryFn: ({ pageParam, signal }) =>
      get('/api/v1/runs', { query: { cursor: pageParam, limit: 50, view, ...(text && { text }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  return { query, runs: query.data?.pages.flatMap((page) => page.runs) ?? [] };
}

/** Runs by their ids; one that cannot be read has failed. */
export function useRunsById(runIds: string[]): Record<string, { run: Run | undefined; failed: boolean }> {
  const results = useQueries({
    queries: runIds.map((runId) => ({
      queryKey: ['run', runId],
      queryFn: ({ signal }: { signal: AbortSignal }) => get('/api/v1/runs/:runId', { path: { runId }, signal }),
      staleTime: 60_000,
    })),
  });
  return Object.fromEntries(
    runIds.map((runId, index) => [runId, { run: results[index]?.data, failed: results[index]?.isError ?? false }]),
  );
}
