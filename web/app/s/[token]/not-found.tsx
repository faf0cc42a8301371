'use client';

import { useParams } from 'next/navigation';
import { SharedPage } from '@/features/share/shared-page';

/** The page says itself whether the link was closed or never was: with status 404. */
export default function Missing() {
  return <SharedPage token={useParams<{ token: string }>().token} />;
}
