import { ExperimentsPage } from '@/features/experiments/experiments-page';

export const metadata = { title: 'Experiments' };

export default function Page() {
  return <ExperimentsPage />;
}
