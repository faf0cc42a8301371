import { Suspense } from 'react';
import { ComparePage } from '@/features/compare/compare-page';
import { CompareSkeleton } from '@/features/compare/compare-skeleton';
import { type ComparedInAddress, comparisonReads } from '@/features/compare/comparison-read';
import { Prefilled } from '@/features/shell/prefilled';

export const metadata = { title: 'Compare' };

export default async function Page({ searchParams }: { searchParams: Promise<ComparedInAddress> }) {
  return (
    <Suspense fallback={<CompareSkeleton />}>
      <Prefilled reads={comparisonReads(await searchParams)}>
        <ComparePage />
      </Prefilled>
    </Suspense>
  );
}
