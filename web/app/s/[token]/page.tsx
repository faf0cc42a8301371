import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { isClosed, readPreview } from '@/features/share/read-preview';
import { SharedPage } from '@/features/share/shared-page';

interface Props {
  params: Promise<{ token: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const robots = { index: false };
  const preview = await readPreview((await params).token);
  if (!preview) return { title: 'Shared', robots, referrer: 'no-referrer' };
  const { title, sentence } = preview;
  return {
    title,
    description: sentence,
    robots,
    referrer: 'no-referrer',
    openGraph: { title, description: sentence, siteName: 'millionrps', type: 'article' },
    twitter: { card: 'summary_large_image', title, description: sentence },
  };
}

export default async function Page({ params }: Props) {
  const { token } = await params;
  if (await isClosed(token)) notFound();
  return (
    <Suspense>
      <SharedPage token={token} />
    </Suspense>
  );
}
