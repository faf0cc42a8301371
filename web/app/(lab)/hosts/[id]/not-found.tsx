'use client';

import { useParams } from 'next/navigation';
import { HostPage } from '@/features/hosts/host-page';

/** The page says itself what there is not, and what was deleted: with status 404. */
export default function Missing() {
  return <HostPage id={useParams<{ id: string }>().id} />;
}
