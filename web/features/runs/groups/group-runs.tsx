'use client';

import { useCallback } from 'react';
import { ErrorNotice } from '@/ui/error-notice';
import { LoadMore } from '@/ui/query-state';
import { SkeletonRows } from '@/ui/skeleton';
import type { RunFilters } from '../run-filters';
import { useEndedRuns } from '../runs-query';
import { shownLines } from '../table/run-lines';
import { RunListing, type RunListingProps } from '../table/run-listing';

interface GroupRunsProps extends Omit<RunListingProps, 'label' | 'lines' | 'toggle' | 'more' | 'stale'> {
  name: string;
}

const NONE_OPEN = new Map();
const nothingToFold = (): void => {};

/** The runs of one group, in the order of the list. */
export function GroupRuns({ name, filters, ...listing }: GroupRunsProps) {
  const own: RunFilters = { ...filters, group: name, rounds: 'single' };
  const { query, lines } = useEndedRuns(own);
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return (
    <>
      {query.isPending && <SkeletonRows rows={3} label={`Loading the runs of ${name}`} />}
      {query.error && (
        <ErrorNotice
          title={`The runs of ${name} could not be loaded`}
          error={query.error}
          retry={() => query.refetch()}
        />
      )}
      {lines.length > 0 && (
        <RunListing
          {...listing}
          label={`Runs of ${name}`}
          lines={shownLines(lines, NONE_OPEN)}
          toggle={nothingToFold}
          filters={own}
          stale={query.isPlaceholderData}
          more={more}
        />
      )}
      <div className="px-4 pb-2 sm:px-5">
        <LoadMore query={query} />
      </div>
    </>
  );
}
