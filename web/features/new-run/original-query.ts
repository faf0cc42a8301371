'use client';

import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import { ApiError } from '@/api/problem';

/** The run that a new one is made from. */
export function useOriginal(fromId: string | null) {
  return useQuery({
    queryKey: ['run', fromId],
    enabled: fromId !== null,
    queryFn: ({ signal }) => get('/api/v1/runs/:runId', { path: { runId: fromId ?? '' }, signal }),
  });
}

/** Why it cannot be had for good; null when asking again may help. */
export function lastingRefusal(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'run-deleted') return error.detail;
  if (error.status === 404 || error.status === 410 || error.status === 422)
    return 'There is no such run here: it was deleted, its address is cut short, or it belongs to another instance.';
  if (error.status === 403) return `You may not read that run. ${error.detail}`;
  return null;
}
