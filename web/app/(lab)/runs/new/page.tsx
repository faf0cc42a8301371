import { NewRunPage } from '@/features/new-run/new-run-page';

export const metadata = { title: 'New run' };

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<'from' | 'change' | 'step' | 'hardware', string | string[] | undefined>>;
}) {
  const { from, change, step, hardware } = await searchParams;
  return <NewRunPage fromId={oneOf(from)} change={oneOf(change)} step={oneOf(step)} ec2={hardware === 'ec2'} />;
}

const oneOf = (given: string | string[] | undefined): string | null =>
  typeof given === 'string' && given !== '' ? given : null;
