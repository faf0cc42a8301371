import { Suspense } from 'react';
import { ExperimentsPage } from '@/features/experiments/experiments-page';
import { ExperimentsSkeleton } from '@/features/experiments/experiments-skeleton';

export const metadata = { title: 'Experiments' };

export default function Page() {
  return (
    <Suspense fallback={<ExperimentsSkeleton />}>
      <ExperimentsPage />
    </Suspense>
  );
}
