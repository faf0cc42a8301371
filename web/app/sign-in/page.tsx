import { connection } from 'next/server';
import { Suspense } from 'react';
import { SignInPage } from '@/features/sign-in/sign-in-page';

export const metadata = { title: 'Sign in' };

export default async function Page() {
  // The instance says it when it starts the built product.
  await connection();
  return (
    <Suspense>
      <SignInPage command={process.env.SIGN_IN_COMMAND ?? 'npm run sign-in-link'} />
    </Suspense>
  );
}
