'use client';

import { useParams } from 'next/navigation';
import { BenchmarkPage } from '@/features/benchmarks/page/benchmark-page';

/** The page says itself what there is not: with status 404. */
export default function Missing() {
  return <BenchmarkPage id={useParams<{ id: string }>().id} />;
}
