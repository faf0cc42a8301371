import { Suspense } from 'react';
import { SignInPage } from '@/features/sign-in/sign-in-page';

export const metadata = { title: 'Sign in' };

export default function Page() {
  return (
    <Suspense>
      <SignInPage />
    </Suspense>
  );
}
