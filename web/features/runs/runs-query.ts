'use client';

import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import type { RunSummary } from '@/api/types';
import { isTerminal } from '@/lib/run-state';

type Page = Awaited<ReturnType<typeof fetchPage>>;

const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
  get('/api/v1/runs', { query: { cursor, limit: 50 }, signal });

const runsIn = (data: InfiniteData<Page> | undefined): RunSummary[] => data?.pages.flatMap((page) => page.runs) ?? [];

const RUNNING_MS = 2000;
const IDLE_MS = 15_000;

/** Runs, newest first, page by page; asked for again while one runs, and now and then for runs begun elsewhere. */
export function useRuns() {
  const query = useInfiniteQuery({
    queryKey: ['runs'],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) => (runsIn(state.data).some((run) => !isTerminal(run.state)) ? RUNNING_MS : IDLE_MS),
  });
  return { query, runs: runsIn(query.data) };
}
