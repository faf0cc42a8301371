'use client';

import { useParams } from 'next/navigation';
import { RunPage } from '@/features/run/run-page';

/** The page says itself what there is not, and what was deleted: with status 404. */
export default function Missing() {
  return <RunPage id={useParams<{ id: string }>().id} />;
}
