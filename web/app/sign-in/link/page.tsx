import type { Metadata } from 'next';
import { LinkPage } from '@/features/sign-in/link-page';

/** The address is the secret: it is not to be told to any other site. */
export const metadata: Metadata = { title: 'Sign in', referrer: 'no-referrer', robots: { index: false } };

export default async function Page({ searchParams }: { searchParams: Promise<{ token?: string | string[] }> }) {
  const { token } = await searchParams;
  return <LinkPage token={typeof token === 'string' ? token : ''} />;
}
