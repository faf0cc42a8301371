import { Suspense } from 'react';
import { RunsPage } from '@/features/runs/runs-page';
import { RunsSkeleton } from '@/features/runs/runs-skeleton';

export const metadata = { title: 'Runs' };

export default function Page() {
  return (
    <Suspense fallback={<RunsSkeleton />}>
      <RunsPage />
    </Suspense>
  );
}
