import { Suspense } from 'react';
import { RunPage } from '@/features/run/run-page';
import { RunSkeleton } from '@/features/run/run-skeleton';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Suspense fallback={<RunSkeleton />}>
      <RunPage id={id} />
    </Suspense>
  );
}
