'use client';

import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { DeadEnd, NothingYet } from '@/ui/nothing-here';
import { Notice } from '@/ui/notice';
import { ProgressBar } from '@/ui/progress-bar';
import { LoadMore, QueryState } from '@/ui/query-state';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { Room, Specimen } from './specimen';

const FAILED = new Error('The API cannot be reached.');
const query = (isPending: boolean, error: unknown) => ({ isPending, error, refetch: () => {} });
const pages = (isFetchingNextPage: boolean) => ({ hasNextPage: true, isFetchingNextPage, fetchNextPage: () => {} });

export function States() {
  return (
    <Room id="states" title="Notices and states">
      <Specimen of="notice">
        <div className="grid gap-3 sm:grid-cols-3">
          <Notice kind="info" title="Imported">
            No agent of this instance measured it.
          </Notice>
          <Notice kind="warn" title="The client was the limit" actions={<Button>Add a client host</Button>}>
            The server’s CPUs could do more.
          </Notice>
          <Notice kind="bad" title="The run failed">
            The target did not answer within 10 s.
          </Notice>
        </div>
      </Specimen>
      <Specimen of="error-notice">
        <ErrorNotice title="The runs could not be loaded" error={FAILED} retry={() => {}} />
      </Specimen>
      <Specimen of="query-state">
        <div className="grid gap-3">
          <QueryState query={query(true, null)} what="the hosts" rows={2} />
          <QueryState query={query(false, FAILED)} what="the hosts" rows={2} />
          <LoadMore query={pages(false)}>Load more runs</LoadMore>
          <LoadMore query={pages(true)} />
        </div>
      </Specimen>
      <Specimen of="skeleton">
        <Skeleton className="h-6 w-40" />
        <SkeletonRows rows={3} label="Loading an example" />
      </Specimen>
      <Specimen of="progress-bar">
        <ProgressBar fraction={0.38} label="Progress of a run" />
        <ProgressBar fraction={null} label="Progress that is not known" />
      </Specimen>
      <Specimen of="nothing-here">
        <NothingYet title="No experiment yet" actions={<Button look="primary">New experiment</Button>}>
          <p>An experiment compares a baseline with its variants, round after round.</p>
        </NothingYet>
        <DeadEnd title="There is no run here" actions={<Button>All runs</Button>}>
          It may have been deleted.
        </DeadEnd>
      </Specimen>
    </Room>
  );
}
