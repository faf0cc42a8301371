import { NewExperimentPage } from '@/features/experiments/form/new-experiment-page';

export const metadata = { title: 'New experiment' };

export default async function Page({ searchParams }: { searchParams: Promise<{ baseline?: string | string[] }> }) {
  const { baseline } = await searchParams;
  return <NewExperimentPage baselineId={typeof baseline === 'string' && baseline !== '' ? baseline : null} />;
}
