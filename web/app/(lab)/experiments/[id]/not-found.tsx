'use client';

import { useParams } from 'next/navigation';
import { ExperimentPage } from '@/features/experiments/page/experiment-page';

/** The page says itself what there is not, and what was deleted: with status 404. */
export default function Missing() {
  return <ExperimentPage id={useParams<{ id: string }>().id} />;
}
