import { NewRunPage } from '@/features/new-run/new-run-page';

export const metadata = { title: 'New run' };

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<'from' | 'change', string | string[] | undefined>>;
}) {
  const { from, change } = await searchParams;
  return <NewRunPage fromId={oneOf(from)} change={oneOf(change)} />;
}

const oneOf = (given: string | string[] | undefined): string | null =>
  typeof given === 'string' && given !== '' ? given : null;
