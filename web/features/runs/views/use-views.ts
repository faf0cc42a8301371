'use client';

import type { ChangedRunView, NewRunView, RunView, RunViews } from '@contract/run-view';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, patch, post, remove } from '@/api/client';
import { showToast } from '@/ui/toast';

const KEY = ['run-views'];

/** One’s own views, then those that others share. */
export function useViews() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => get('/api/v1/run-views', { signal }),
    staleTime: 30_000,
  });
}

function readAnew(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: KEY });
  void queries.invalidateQueries({ queryKey: ['search'] });
}

/** Shown at once, before all of them are read again. */
function show(queries: QueryClient, view: RunView): void {
  queries.setQueryData<RunViews>(
    KEY,
    (now) => now && { views: [...now.views.filter(({ id }) => id !== view.id), view] },
  );
  readAnew(queries);
}

export function useSaveView() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (view: NewRunView) => post('/api/v1/run-views', view),
    onSuccess: (view) => {
      show(queries, view);
      showToast({ title: `Saved ‘${view.name}’.`, about: [view.id] });
    },
  });
}

export function useChangeView() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ viewId, ...change }: ChangedRunView & { viewId: string }) =>
      patch('/api/v1/run-views/:viewId', change, { path: { viewId } }),
    onSuccess: (view) => {
      show(queries, view);
      showToast({ title: `Updated ‘${view.name}’.`, about: [view.id] });
    },
  });
}

/** One’s own can be brought back, under another id. */
export function useDeleteView() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: RunView) => remove('/api/v1/run-views/:viewId', { path: { viewId: id } }),
    onSuccess: (_, { id, name, query, shared, own }) => {
      queries.setQueryData<RunViews>(KEY, (now) => now && { views: now.views.filter((one) => one.id !== id) });
      readAnew(queries);
      const undo = (): void =>
        void post('/api/v1/run-views', { name, query, shared }).then(
          (view) => show(queries, view),
          (error) => showToast({ title: error.message, bad: true }),
        );
      showToast({
        title: `Deleted the view ‘${name}’.`,
        about: [id],
        ...(own && { action: { label: 'Undo', run: undo } }),
      });
    },
    onError: (error) => showToast({ title: error.message, bad: true }),
  });
}
