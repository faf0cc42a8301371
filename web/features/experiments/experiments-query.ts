'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, patch, post, remove } from '@/api/client';
import type { ChangeExperiment, Experiment } from '@/api/types';

const RUNNING_MS = 2000;
const IDLE_MS = 15_000;

export function useExperiments() {
  return useQuery({
    queryKey: ['experiments', 'list'],
    queryFn: ({ signal }) => get('/api/v1/experiments', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.experiments.some(({ status }) => status === 'running') ? RUNNING_MS * 2 : IDLE_MS,
  });
}

/** One experiment, asked for again until it is over. */
export function useExperiment(id: string) {
  return useQuery({
    queryKey: ['experiments', id],
    queryFn: ({ signal }) => get('/api/v1/experiments/{experimentId}', { path: { experimentId: id }, signal }),
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
        ? post('/api/v1/experiments/{experimentId}/start', undefined, { path: { experimentId: id } })
        : post('/api/v1/experiments/{experimentId}/stop', undefined, { path: { experimentId: id } }),
    onSuccess: changed,
  });
}

export function useChangeExperiment(id: string) {
  const changed = useExperimentChanged();
  return useMutation({
    mutationFn: (change: ChangeExperiment) =>
      patch('/api/v1/experiments/{experimentId}', change, { path: { experimentId: id } }),
    onSuccess: changed,
  });
}

export function useDeleteExperiment(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => remove('/api/v1/experiments/{experimentId}', { path: { experimentId: id } }),
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['experiments', id] });
      void queries.invalidateQueries({ queryKey: ['experiments', 'list'] });
      void queries.invalidateQueries({ queryKey: ['runs'] });
    },
  });
}
