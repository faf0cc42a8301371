import { CloudPage } from '@/features/cloud/cloud-page';

export const metadata = { title: 'Cloud' };

export default function Page() {
  return <CloudPage />;
}
