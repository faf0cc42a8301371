import { HostsPage } from '@/features/hosts/hosts-page';

export const metadata = { title: 'Hosts' };

export default function Page() {
  return <HostsPage />;
}
