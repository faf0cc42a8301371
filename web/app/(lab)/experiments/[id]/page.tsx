import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { isMissing } from '@/api/on-server';
import { ExperimentPage } from '@/features/experiments/page/experiment-page';
import { ExperimentSkeleton } from '@/features/experiments/page/experiment-skeleton';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  // Less to read than the experiment, which the browser asks for itself.
  if (await isMissing(`/api/v1/experiments/${encodeURIComponent(id)}/summary`)) notFound();
  return (
    <Suspense fallback={<ExperimentSkeleton />}>
      <ExperimentPage id={id} />
    </Suspense>
  );
}
