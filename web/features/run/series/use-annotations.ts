'use client';

import type { WriteAnnotation } from '@contract/annotation';
import type { Run } from '@contract/run';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post, put, remove } from '@/api/client';

function useKeep(): (run: Run) => void {
  const queries = useQueryClient();
  return (run) => queries.setQueryData(['run', run.id], run);
}

/** With an id it changes one, else it adds one. */
export function useWriteAnnotation(runId: string, annotationId: string | null) {
  const onSuccess = useKeep();
  return useMutation({
    mutationFn: (said: WriteAnnotation) =>
      annotationId === null
        ? post('/api/v1/runs/:runId/annotations', said, { path: { runId } })
        : put('/api/v1/runs/:runId/annotations/:annotationId', said, { path: { runId, annotationId } }),
    onSuccess,
  });
}

export function useRemoveAnnotation(runId: string) {
  const onSuccess = useKeep();
  return useMutation({
    mutationFn: (annotationId: string) =>
      remove('/api/v1/runs/:runId/annotations/:annotationId', { path: { runId, annotationId } }),
    onSuccess,
  });
}
