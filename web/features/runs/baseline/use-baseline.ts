'use client';

import type { RunBaseline } from '@contract/run-baseline';
import type { Validity } from '@contract/verdict';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, put, remove } from '@/api/client';
import { showToast } from '@/ui/toast';

const keyOf = (runId: string) => ['run-baseline', runId];

/** The baseline of the run's group, and how the run stands against it. */
export function useBaseline(runId: string, enabled: boolean) {
  return useQuery({
    queryKey: keyOf(runId),
    enabled,
    queryFn: ({ signal }) => get('/api/v1/runs/:runId/baseline', { path: { runId }, signal }),
  });
}

interface Pinned {
  runId: string;
  pin: boolean;
  /** Of the best step of the run. */
  validity: Validity | null;
}

/** What everybody holds the others against should be known not to be sure. */
export const suspectText = (validity: Validity | null): string =>
  validity === 'suspect' ? ' Its figure is suspect: read it with its findings in mind.' : '';

/** Pins or unpins the baseline of a group, for everybody. */
export function usePinBaseline() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ runId, pin }: Pinned): Promise<RunBaseline> =>
      pin
        ? put('/api/v1/runs/:runId/baseline', undefined, { path: { runId } })
        : remove('/api/v1/runs/:runId/baseline', { path: { runId } }),
    onSuccess: (now, { runId, pin, validity }) => {
      queries.setQueryData(keyOf(runId), now);
      void queries.invalidateQueries({ queryKey: ['run-baseline'] });
      void queries.invalidateQueries({ queryKey: ['runs'] });
      showToast({
        title: pin
          ? `Baseline of ${now.group}, for everybody.${suspectText(validity)}`
          : `${now.group} has no baseline any more.`,
        about: [runId],
      });
    },
    onError: (error) => showToast({ title: error.message, bad: true }),
  });
}
