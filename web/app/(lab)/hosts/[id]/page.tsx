import { Suspense } from 'react';
import { HostPage } from '@/features/hosts/host-page';
import { HostSkeleton } from '@/features/hosts/host-skeleton';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Suspense fallback={<HostSkeleton />}>
      <HostPage id={id} />
    </Suspense>
  );
}
