import { Suspense } from 'react';
import { openingRead } from '@/features/runs/list-query';
import { RunsPage } from '@/features/runs/runs-page';
import { RunsSkeleton } from '@/features/runs/runs-skeleton';
import { Prefilled } from '@/features/shell/prefilled';

export const metadata = { title: 'Runs' };

export default async function Page({ searchParams }: { searchParams: Promise<object> }) {
  const filtered = Object.keys(await searchParams).length > 0;
  return (
    <Suspense fallback={<RunsSkeleton />}>
      <Prefilled reads={filtered ? [] : [openingRead()]}>
        <RunsPage />
      </Prefilled>
    </Suspense>
  );
}
