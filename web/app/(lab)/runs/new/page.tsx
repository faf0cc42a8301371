import { NewRunPage } from '@/features/new-run/new-run-page';

export const metadata = { title: 'New run' };

export default function Page() {
  return <NewRunPage />;
}
