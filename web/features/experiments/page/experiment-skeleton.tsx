import { Panel } from '@/ui/panel';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';

export function ExperimentSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-7 w-80 max-w-full" />
      <Panel flush>
        <SkeletonRows rows={3} label="Loading the experiment" />
      </Panel>
      <Panel flush>
        <SkeletonRows rows={6} label="Loading its rounds" />
      </Panel>
    </div>
  );
}
