import { openingRead } from '@/features/runs/list-query';
import { RunsPage } from '@/features/runs/runs-page';
import { Prefilled } from '@/features/shell/prefilled';

export const metadata = { title: 'Runs' };

export default async function Page({ searchParams }: { searchParams: Promise<object> }) {
  const filtered = Object.keys(await searchParams).length > 0;
  return (
    <Prefilled reads={filtered ? [] : [openingRead()]}>
      <RunsPage />
    </Prefilled>
  );
}
