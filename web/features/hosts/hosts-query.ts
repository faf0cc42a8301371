'use client';

import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';

export function useHosts() {
  return useQuery({
    queryKey: ['hosts'],
    queryFn: ({ signal }) => get('/api/v1/hosts', { signal }),
    refetchInterval: 4000,
  });
}
