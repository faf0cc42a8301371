import type { ReactNode } from 'react';

/** What is behind a short answer, for who asks. */
export function Why({ children }: { children: ReactNode }) {
  return (
    <details className="mt-1.5 text-sm text-muted">
      <summary className="w-fit cursor-pointer rounded text-accent underline-offset-2 hover:underline">Why?</summary>
      {children}
    </details>
  );
}
