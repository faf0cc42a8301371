'use client';

import { ErrorNotice } from '@/ui/error-notice';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="mx-auto max-w-[42rem] p-6">
      <ErrorNotice title="This page broke while it was being drawn" error={error} retry={reset} />
    </main>
  );
}
