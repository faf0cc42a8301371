import { ComparePage } from '@/features/compare/compare-page';
import { type ComparedInAddress, comparisonPlaces } from '@/features/compare/comparison-read';
import { askEarly } from '@/features/shell/ask-early';

export const metadata = { title: 'Compare' };

export default async function Page({ searchParams }: { searchParams: Promise<ComparedInAddress> }) {
  await askEarly(comparisonPlaces(await searchParams));
  return <ComparePage />;
}
