import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';

export const HOSTS = { href: '/hosts', label: 'Hosts' };

export function HostSkeleton() {
  return (
    <>
      <PageHead title="Host" parent={HOSTS} />
      <Panel flush>
        <SkeletonRows rows={5} label="Loading the host" />
      </Panel>
    </>
  );
}

export function HostsSkeleton() {
  return (
    <>
      <PageHead title="Hosts" />
      <Panel flush>
        <SkeletonRows rows={4} label="Loading the hosts" />
      </Panel>
    </>
  );
}
