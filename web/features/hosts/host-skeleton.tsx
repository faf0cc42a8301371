import { PageHead } from '@/components/page-head';
import { Panel } from '@/components/panel';
import { SkeletonRows } from '@/components/skeleton';

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
