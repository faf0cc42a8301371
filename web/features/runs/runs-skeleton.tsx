import { PageHead } from '@/components/page-head';
import { Panel } from '@/components/panel';
import { SkeletonRows } from '@/components/skeleton';

export function RunsSkeleton() {
  return (
    <>
      <PageHead title="Runs" />
      <RowsSkeleton />
    </>
  );
}

export function RowsSkeleton() {
  return (
    <Panel flush>
      <SkeletonRows rows={6} label="Loading the runs" />
    </Panel>
  );
}
