'use client';

import type { RunList } from '@contract/run-list';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, put, remove } from '@/api/client';
import { showToast } from '@/ui/toast';
import { type EndedPages, OF_EXPERIMENT } from '../runs-query';

const keyOf = (runId: string) => ['run-favourite', runId];

/** Whether the run is a favourite of the person who looks. */
export function useFavourite(runId: string) {
  return useQuery({
    queryKey: keyOf(runId),
    queryFn: ({ signal }) => get('/api/v1/runs/:runId/favourite', { path: { runId }, signal }),
  });
}

/** Makes a run a favourite of one’s own, or takes it out; every list shows it at once. */
export function useFavour() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ runId, favourite }: { runId: string; favourite: boolean }) =>
      favourite
        ? put('/api/v1/runs/:runId/favourite', undefined, { path: { runId } })
        : remove('/api/v1/runs/:runId/favourite', { path: { runId } }),
    onSuccess: (now, { runId }) => {
      queries.setQueryData(keyOf(runId), now);
      showFavourite(queries, runId, now.favourite);
    },
    onError: (error) => showToast({ title: error.message, bad: true }),
  });
}

function showFavourite(queries: QueryClient, runId: string, favourite: boolean): void {
  const marked = <Page extends Pick<RunList, 'runs' | 'favourites'>>(page: Page): Page => {
    const others = page.favourites.filter((id) => id !== runId);
    return page.runs.some(({ id }) => id === runId)
      ? { ...page, favourites: favourite ? [...others, runId] : others }
      : page;
  };
  queries.setQueriesData<EndedPages>(
    { queryKey: ['runs', 'ended'] },
    (data) => data && { ...data, pages: data.pages.map(marked) },
  );
  queries.setQueriesData<RunList>({ queryKey: OF_EXPERIMENT }, (data) => data && marked(data));
  // A list of favourites gains or loses a line; any other keeps its lines, and is not read again.
  void queries.invalidateQueries({ queryKey: ['runs'], predicate: ({ queryKey }) => queryKey.some(isOfFavourites) });
}

const isOfFavourites = (part: unknown): boolean => typeof part === 'object' && part !== null && 'favourite' in part;
