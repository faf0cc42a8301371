'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import { type RunFilters, toQuery } from '../run-filters';

const READ_AGAIN_MS = 60_000;

/** Where the ended runs that pass the filters stand by throughput and p99. */
export function usePoints(filters: RunFilters) {
  const { sort: _sort, direction: _direction, fold: _fold, ...query } = toQuery(filters);
  return useQuery({
    queryKey: ['runs', 'points', query],
    queryFn: ({ signal }) => get('/api/v1/run-points', { query: { ...query, view: 'ended' }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: READ_AGAIN_MS,
  });
}
