import { NewRunPage } from '@/features/new-run/new-run-page';

export const metadata = { title: 'New run' };

export default async function Page({ searchParams }: { searchParams: Promise<{ from?: string | string[] }> }) {
  const { from } = await searchParams;
  return <NewRunPage fromId={typeof from === 'string' && from !== '' ? from : null} />;
}
