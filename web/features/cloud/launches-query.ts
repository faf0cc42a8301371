'use client';

import type { Launch } from '@contract/launch';
import {
  keepPreviousData,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { get } from '@/api/client';
import { isLaunchOver } from './launch-state';

const LIVE_MS = 4_000;
const STILL_MS = 20_000;

/** Whether this instance has credentials for AWS. */
export const useCloud = (enabled = true) =>
  useQuery({
    queryKey: ['cloud'],
    enabled,
    queryFn: ({ signal }) => get('/api/v1/cloud', { signal }),
    staleTime: 60_000,
  });

/** Everything that was ever launched, newest first, page by page. */
export const useLaunches = () =>
  useInfiniteQuery({
    queryKey: ['launches'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      get('/api/v1/launches', { query: pageParam === undefined ? {} : { before: pageParam }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.pages[0]?.live ?? 1) > 0 ? LIVE_MS : STILL_MS),
  });

export const useLaunch = (id: string) =>
  useQuery({
    queryKey: ['launches', id],
    queryFn: ({ signal }) => get('/api/v1/launches/:launchId', { path: { launchId: id }, signal }),
    refetchInterval: ({ state }) => (state.data && isLaunchOver(state.data) ? false : LIVE_MS),
  });

type OfRun = UseQueryOptions<Awaited<ReturnType<typeof launchesOfRun>>>;
const launchesOfRun = (runId: string, signal: AbortSignal) => get('/api/v1/launches', { query: { runId }, signal });

/** The launches whose hosts a run names. */
export const useLaunchesOfRun = (runId: string, every: OfRun['refetchInterval'], enabled = true) =>
  useQuery({
    queryKey: ['launches', 'of-run', runId],
    enabled,
    queryFn: ({ signal }) => launchesOfRun(runId, signal),
    refetchInterval: every,
  });

/** What an answer said of a launch is shown at once. */
export function useLaunchChanged() {
  const queries = useQueryClient();
  return (launch: Launch): Promise<void> => {
    queries.setQueryData(['launches', launch.id], launch);
    return queries.invalidateQueries({ queryKey: ['launches'] });
  };
}
