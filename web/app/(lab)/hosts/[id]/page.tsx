import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { isMissing } from '@/api/on-server';
import { HostPage } from '@/features/hosts/host-page';
import { HostSkeleton } from '@/features/hosts/host-skeleton';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  if (await isMissing(`/api/v1/hosts/${encodeURIComponent(id)}`)) notFound();
  return (
    <Suspense fallback={<HostSkeleton />}>
      <HostPage id={id} />
    </Suspense>
  );
}
