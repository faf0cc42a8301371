import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';

export function BenchmarksSkeleton() {
  return (
    <Panel flush>
      <SkeletonRows rows={3} label="Loading the benchmarks" />
    </Panel>
  );
}
