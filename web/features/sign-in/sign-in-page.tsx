'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { get } from '@/api/client';
import { CodeLine } from '@/components/code-line';
import { Notice } from '@/components/notice';
import { safeNext } from '@/lib/next-path';
import { signInErrorSentence } from '@/lib/sign-in-error';
import { ThemeToggle } from '../shell/theme-toggle';

/** The link may be opened in another tab: this page notices and goes on to where the person was going. */
function useSignedIn(): boolean {
  const session = useQuery({
    queryKey: ['session', 'sign-in'],
    queryFn: ({ signal }) => get('/api/v1/session', { signal, stay: true }),
    retry: false,
    refetchInterval: 3000,
    refetchOnWindowFocus: 'always',
  });
  return session.isSuccess;
}

export function SignInPage() {
  const search = useSearchParams();
  const router = useRouter();
  const signedIn = useSignedIn();
  const next = safeNext(search.get('next'));
  const error = signInErrorSentence(search.get('error'));
  useEffect(() => {
    if (signedIn) router.replace(next);
  }, [signedIn, next, router]);
  return (
    <main className="mx-auto grid min-h-dvh max-w-[31rem] content-center gap-5 px-5 py-10">
      <header className="flex items-center justify-between">
        <span className="text-[15px] font-semibold tracking-tight">millionrps</span>
        <ThemeToggle />
      </header>
      <section className="rounded-panel border border-line bg-panel p-6">
        <h1 className="text-2xl font-semibold tracking-tight">Sign in</h1>
        <div className="mt-4 grid gap-4">
          {error && (
            <Notice kind="warn" alert>
              {error}
            </Notice>
          )}
          <p>
            There is no password. The terminal that runs <code className="font-mono text-xs">npm start</code> prints a
            sign-in link under its ready line: open it in this browser.
          </p>
          <div>
            <p className="mb-2 text-muted">
              A link opens once and expires. To print a new one, in the folder of millionrps:
            </p>
            <CodeLine text="npm run sign-in-link" copyLabel="Copy the command" />
          </div>
          <p role="status" className="text-xs text-muted">
            {signedIn
              ? 'Signed in. Going on …'
              : 'This page goes on by itself once the link was opened in this browser.'}
          </p>
        </div>
      </section>
    </main>
  );
}
