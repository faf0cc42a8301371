import { Panel } from '@/components/panel';
import { SkeletonRows } from '@/components/skeleton';

export function ExperimentsSkeleton() {
  return (
    <Panel flush>
      <SkeletonRows rows={3} label="Loading the experiments" />
    </Panel>
  );
}
