'use client';

import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';

/** False for a viewer; true as long as it is not known, for the API decides. */
export function useMayRun(): boolean {
  const session = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => get('/api/v1/session', { signal }),
    staleTime: 60_000,
  });
  return session.data?.role !== 'viewer';
}
