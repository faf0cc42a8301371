import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';

export function RowsSkeleton() {
  return (
    <Panel flush>
      <SkeletonRows rows={6} label="Loading the runs" />
    </Panel>
  );
}
