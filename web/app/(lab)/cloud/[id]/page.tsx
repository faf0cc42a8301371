import { notFound } from 'next/navigation';
import { isMissing } from '@/api/on-server';
import { LaunchPage } from '@/features/cloud/launch-page';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  if (await isMissing(`/api/v1/launches/${encodeURIComponent(id)}`)) notFound();
  return <LaunchPage id={id} />;
}
