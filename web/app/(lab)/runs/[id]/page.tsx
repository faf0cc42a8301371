import { Suspense } from 'react';
import { RunPage } from '@/features/run/run-page';
import { RunSkeleton } from '@/features/run/run-skeleton';
import { storedRunRead } from '@/features/run/stored-run-read';
import { Prefilled } from '@/features/shell/prefilled';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Suspense fallback={<RunSkeleton />}>
      <Prefilled reads={[storedRunRead(id)]}>
        <RunPage id={id} />
      </Prefilled>
    </Suspense>
  );
}
