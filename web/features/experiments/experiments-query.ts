'use client';

import type { ChangeExperiment, ShownExperiment as Experiment, ExperimentStatus } from '@contract/experiment';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { get, patch, post, remove } from '@/api/client';

const PAGE = 50;
const RUNNING_MS = 2000;
const IDLE_MS = 15_000;

/** Every page that is loaded is read again: many of them less often. */
const MANY_PAGES = 3;
const MANY_PAGES_MS = 60_000;
/** Entries, and with them the place on the page, are still there after a long look at an experiment. */
const KEPT_MS = 3_600_000;

/** Experiments of one status, newest first, page by page. */
export function useExperiments(status: ExperimentStatus) {
  const result = useInfiniteQuery({
    queryKey: ['experiments', 'list', status],
    queryFn: ({ pageParam, signal }) =>
      get('/api/v1/experiments', { query: { status, cursor: pageParam, limit: PAGE }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) => {
      if ((state.data?.pages.length ?? 0) > MANY_PAGES) return MANY_PAGES_MS;
      return status === 'running' && state.data?.pages.some(({ total }) => total > 0) ? RUNNING_MS * 2 : IDLE_MS;
    },
    gcTime: KEPT_MS,
  });
  // One that was made meanwhile moves the others on.
  const entries = result.data?.pages.flatMap((page) => page.experiments).map((one) => [one.id, one] as const);
  return { query: result, experiments: [...new Map(entries).values()], total: result.data?.pages.at(-1)?.total ?? 0 };
}

export type ExperimentsOf = ReturnType<typeof useExperiments>;

/** When an experiment ends, finished ones are read again. */
export function useEndedMeanwhile(running: ExperimentsOf): void {
  const queries = useQueryClient();
  const before = useRef<string[]>([]);
  const now = running.experiments.map(({ id }) => id).join();
  useEffect(() => {
    const ids = now.split(',').filter(Boolean);
    if (before.current.some((id) => !ids.includes(id))) {
      void queries.invalidateQueries({ queryKey: ['experiments', 'list', 'done'] });
    }
    before.current = ids;
  }, [now, queries]);
}

/** One experiment, asked for again until it is over. */
export function useExperiment(id: string) {
  return useQuery({
    queryKey: ['experiments', id],
    queryFn: ({ signal }) => get('/api/v1/experiments/:experimentId', { path: { experimentId: id }, signal }),
    refetchInterval: ({ state }) => {
      if (state.data?.status === 'running') return RUNNING_MS;
      return state.data?.status === 'planned' ? IDLE_MS : false;
    },
  });
}

/** What an answer says of an experiment is shown at once, in the list too. */
function useExperimentChanged() {
  const queries = useQueryClient();
  return (experiment: Experiment): void => {
    queries.setQueryData(['experiments', experiment.id], experiment);
    void queries.invalidateQueries({ queryKey: ['experiments'] });
    void queries.invalidateQueries({ queryKey: ['runs'] });
  };
}

export function useTurnExperiment(id: string, turn: 'start' | 'stop') {
  const changed = useExperimentChanged();
  return useMutation({
    mutationFn: () =>
      turn === 'start'
        ? post('/api/v1/experiments/:experimentId/start', undefined, { path: { experimentId: id } })
        : post('/api/v1/experiments/:experimentId/stop', undefined, { path: { experimentId: id } }),
    onSuccess: changed,
  });
}

export function useChangeExperiment(id: string) {
  const changed = useExperimentChanged();
  return useMutation({
    mutationFn: (change: ChangeExperiment) =>
      patch('/api/v1/experiments/:experimentId', change, { path: { experimentId: id } }),
    onSuccess: changed,
  });
}

export function useDeleteExperiment(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => remove('/api/v1/experiments/:experimentId', { path: { experimentId: id } }),
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['experiments', id] });
      void queries.invalidateQueries({ queryKey: ['experiments', 'list'] });
      void queries.invalidateQueries({ queryKey: ['runs'] });
    },
  });
}
