import { Suspense } from 'react';
import { ExperimentPage } from '@/features/experiments/page/experiment-page';
import { ExperimentSkeleton } from '@/features/experiments/page/experiment-skeleton';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Suspense fallback={<ExperimentSkeleton />}>
      <ExperimentPage id={id} />
    </Suspense>
  );
}
