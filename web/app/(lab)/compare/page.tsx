import { Suspense } from 'react';
import { ComparePage } from '@/features/compare/compare-page';
import { CompareSkeleton } from '@/features/compare/compare-skeleton';

export const metadata = { title: 'Compare' };

export default function Page() {
  return (
    <Suspense fallback={<CompareSkeleton />}>
      <ComparePage />
    </Suspense>
  );
}
