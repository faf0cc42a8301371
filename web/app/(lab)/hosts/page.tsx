import { Suspense } from 'react';
import { HostsSkeleton } from '@/features/hosts/host-skeleton';
import { HostsPage } from '@/features/hosts/hosts-page';

export const metadata = { title: 'Hosts' };

export default function Page() {
  return (
    <Suspense fallback={<HostsSkeleton />}>
      <HostsPage />
    </Suspense>
  );
}
