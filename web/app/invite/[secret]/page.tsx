import type { Metadata } from 'next';
import { InvitePage } from '@/features/invite/invite-page';

/** The address is the secret: it is not to be told to any other site. */
export const metadata: Metadata = { title: 'Invite', referrer: 'no-referrer', robots: { index: false } };

export default async function Page({ params }: { params: Promise<{ secret: string }> }) {
  return <InvitePage secret={(await params).secret} />;
}
