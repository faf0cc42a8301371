import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** What is behind a short answer, for who asks. `className`: of the line that opens it. */
export function Why({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <details className="mt-1 text-sm">
      <summary className={classNames('w-fit text-muted hover:text-ink', className)}>Why?</summary>
      {children}
    </details>
  );
}
