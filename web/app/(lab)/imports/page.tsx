import { ImportPage } from '@/features/imports/import-page';

export const metadata = { title: 'Import' };

export default function Page() {
  return <ImportPage />;
}
