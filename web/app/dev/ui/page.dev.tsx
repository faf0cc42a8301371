import { Suspense } from 'react';
import { PartsPage } from '@/features/parts/parts-page';

export const metadata = { title: 'Parts' };

export default function Page() {
  return (
    <Suspense>
      <PartsPage />
    </Suspense>
  );
}
