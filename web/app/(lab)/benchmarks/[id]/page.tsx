import { notFound } from 'next/navigation';
import { isMissing } from '@/api/on-server';
import { benchmarkPlaces } from '@/features/benchmarks/benchmark-places';
import { BenchmarkPage } from '@/features/benchmarks/page/benchmark-page';
import { askEarly } from '@/features/shell/ask-early';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const [benchmark = '', history = ''] = benchmarkPlaces(id);
  await askEarly([benchmark, history]);
  if (await isMissing(benchmark)) notFound();
  return <BenchmarkPage id={id} />;
}
