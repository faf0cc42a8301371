'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { get } from '@/api/client';
import { flameTree } from '@/charts/flame/flame-tree';

/** One side. */
export const WORTH = [1];

/** A stored profile as a tree of calls; what was taken does not change. */
export function useProfileTree(runId: string, artifactId: string) {
  const { data, error, refetch } = useQuery({
    queryKey: ['profile-tree', runId, artifactId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => get('/api/v1/runs/:runId/profiles/:artifactId', { path: { runId, artifactId }, signal }),
  });
  const tree = useMemo(() => (data ? flameTree({ ...data, selfs: [data.selfs] }, WORTH) : undefined), [data]);
  return { data, tree, error, retry: () => void refetch() };
}
