import { Panel } from '@/ui/panel';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';

export function BenchmarkSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-7 w-80 max-w-full" />
      <Panel>
        <Skeleton className="h-96" />
      </Panel>
      <Panel flush>
        <SkeletonRows rows={4} label="Loading the benchmark" />
      </Panel>
    </div>
  );
}
