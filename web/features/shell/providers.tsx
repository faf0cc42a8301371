'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { ApiError } from '@/api/problem';
import { showTheme, storedTheme } from '@/ui/browser/theme';

/** What the API refused stays refused; what did not reach it may the next time. */
const worthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

/** A dialog keeps the page behind it still by a style sheet, which needs the page's nonce; scripts can read it, style sheets cannot. */
const takeNonce = (): void => {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce) setNonce(nonce);
};

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { staleTime: 2000, retry: worthRetrying, retryDelay: 600 },
          mutations: { retry: false },
        },
      }),
  );
  useLayoutEffect(takeNonce, []);
  // A page with status 404 is drawn by the browser, where the script in its head does not run.
  useLayoutEffect(() => {
    if (!document.documentElement.dataset.theme) showTheme(storedTheme());
  }, []);
  return (
    <QueryClientProvider client={client}>
      <NuqsAdapter>{children}</NuqsAdapter>
    </QueryClientProvider>
  );
}
