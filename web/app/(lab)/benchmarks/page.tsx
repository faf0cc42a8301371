import { BenchmarksPage } from '@/features/benchmarks/list/benchmarks-page';
import { askEarly } from '@/features/shell/ask-early';

export const metadata = { title: 'Benchmarks' };

export default async function Page() {
  await askEarly(['/api/v1/benchmarks']);
  return <BenchmarksPage />;
}
