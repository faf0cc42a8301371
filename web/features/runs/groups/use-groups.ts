'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import { type RunFilters, toQuery } from '../run-filters';

const READ_AGAIN_MS = 15_000;

/** The groups of the ended runs that pass the filters. */
export function useGroups(filters: RunFilters) {
  const { sort: _sort, direction: _direction, fold: _fold, ...query } = toQuery(filters);
  return useQuery({
    queryKey: ['runs', 'groups', query],
    queryFn: ({ signal }) => get('/api/v1/run-groups', { query: { ...query, view: 'ended' }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: READ_AGAIN_MS,
  });
}
