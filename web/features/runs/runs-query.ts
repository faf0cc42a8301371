'use client';

import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { get } from '@/api/client';
import { linesOf, type Opened, withCurves } from '@/features/runs/table/run-lines';
import { readActive } from './active-runs';
import { endedKey, FIRST_PAGE, PAGE } from './list-query';
import { queryOfExperiment, type RunFilters, toQuery } from './run-filters';
import { runningOrder } from './running-order';

const RUNNING_MS = 2000;
/** What did not change is asked by its revision and not sent: a run or a favourite of another page is seen as soon. */
const IDLE_MS = 4000;
/** Every page that is loaded is read again: several of them less often. */
const SEVERAL_PAGES_MS = 15_000;
const MANY_PAGES = 3;
const MANY_PAGES_MS = 60_000;
/** Rows, and with them the place on the page, are still there after a long look at a run. */
const KEPT_MS = 3_600_000;

const ACTIVE = ['runs', 'active'];
const NO_MORE = { underWay: 0, queued: 0 };

type EndedPage = Awaited<ReturnType<typeof fetchEnded>>;
export type EndedPages = InfiniteData<EndedPage>;

const fetchEnded = (query: Record<string, string | string[]>, cursor: string | undefined, signal?: AbortSignal) =>
  get('/api/v1/runs', { query: { ...query, view: 'ended', cursor, limit: cursor ? PAGE : FIRST_PAGE }, signal });

/** Runs that are over, page by page. */
export function useEndedRuns(filters: RunFilters) {
  const query = toQuery(filters);
  const result = useInfiniteQuery({
    queryKey: endedKey(query),
    queryFn: ({ pageParam, signal }) => fetchEnded(query, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => readAgainMs(state.data?.pages.length ?? 0),
    gcTime: KEPT_MS,
  });
  const lines = useMemo(() => linesOf(result.data?.pages ?? []), [result.data]);
  const { total = 0, runsTotal = 0 } = result.data?.pages.at(-1) ?? {};
  return { query: result, lines, total, runsTotal };
}

function readAgainMs(pages: number): number {
  if (pages > MANY_PAGES) return MANY_PAGES_MS;
  return pages > 1 ? SEVERAL_PAGES_MS : IDLE_MS;
}

export const OF_EXPERIMENT = ['runs', 'of-experiment'];

/** The runs of experiments that are open, as far as one page goes, in the order of the list. */
export function useRunsOf(experimentIds: string[], filters: RunFilters): ReadonlyMap<string, Opened> {
  const results = useQueries({
    queries: experimentIds.map((id) => {
      const query = queryOfExperiment(filters, id);
      return {
        queryKey: [...OF_EXPERIMENT, query],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          get('/api/v1/runs', { query: { ...query, view: 'ended', limit: 200 }, signal }),
        placeholderData: keepPreviousData,
        refetchInterval: IDLE_MS,
        gcTime: KEPT_MS,
      };
    }),
  });
  return new Map(
    experimentIds.map((id, at) => {
      const { data, error = null } = results[at] ?? {};
      return [id, { runs: data ? withCurves(data) : null, error }];
    }),
  );
}

/** Runs that are under way, then those that wait, whatever the filters, and how many more there are. When one ends, the ended ones are read anew. */
export function useActiveRuns() {
  const queries = useQueryClient();
  const result = useQuery({
    queryKey: ACTIVE,
    queryFn: ({ signal }) =>
      // Only what changed is sent.
      readActive(queries.getQueryData(ACTIVE), (since) => get('/api/v1/active-runs', { query: { since }, signal })),
    refetchInterval: ({ state }) => (state.data?.runs.length ? RUNNING_MS : IDLE_MS),
    gcTime: KEPT_MS,
  });
  const runs = result.data?.runs;
  const before = useRef<string[]>([]);
  useEffect(() => {
    if (!runs) return;
    const now = new Set(runs.map(({ id }) => id));
    if (before.current.some((id) => !now.has(id))) {
      void queries.invalidateQueries({ queryKey: ['runs', 'ended'] });
      void queries.invalidateQueries({ queryKey: OF_EXPERIMENT });
      void queries.invalidateQueries({ queryKey: ['runs', 'facets'] });
    }
    before.current = [...now];
  }, [runs, queries]);
  const ordered = useMemo(() => runningOrder(runs ?? []), [runs]);
  return { query: result, runs: ordered, more: result.data?.more ?? NO_MORE };
}

/** What the runs can be filtered by. */
export function useFacets() {
  return useQuery({
    queryKey: ['runs', 'facets'],
    queryFn: ({ signal }) => get('/api/v1/run-facets', { signal }),
    staleTime: 30_000,
  });
}

export function useDeletedRuns(enabled = true) {
  const result = useInfiniteQuery({
    queryKey: ['runs', 'deleted'],
    enabled,
    queryFn: ({ pageParam, signal }) =>
      get('/api/v1/deleted-runs', { query: { cursor: pageParam, limit: PAGE }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  return { query: result, runs: result.data?.pages.flatMap((page) => page.runs) ?? [] };
}
