import { RunPage } from '@/features/run/run-page';
import { askEarly } from '@/features/shell/ask-early';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await askEarly([`/api/v1/runs/${encodeURIComponent(id)}`]);
  return <RunPage id={id} />;
}
