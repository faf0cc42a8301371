import { notFound } from 'next/navigation';
import { isMissing } from '@/api/on-server';
import { RunPage } from '@/features/run/run-page';
import { askEarly } from '@/features/shell/ask-early';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const run = `/api/v1/runs/${encodeURIComponent(id)}`;
  await askEarly([run]);
  // Less to read than the run, and there is one as long as there is the run.
  if (await isMissing(`${run}/baseline`)) notFound();
  return <RunPage id={id} />;
}
