import { SharesPage } from '@/features/share/shares-page';

export const metadata = { title: 'Shares' };

export default function Page() {
  return <SharesPage />;
}
