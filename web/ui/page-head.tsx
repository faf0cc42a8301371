import Link from 'next/link';
import type { ReactNode } from 'react';

interface PageHeadProps {
  title: ReactNode;
  parent?: { href: string; label: string };
  chips?: ReactNode;
  actions?: ReactNode;
}

export function PageHead({ title, parent, chips, actions }: PageHeadProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {parent && (
          <span className="text-muted">
            <Link href={parent.href} className="hit hover:text-ink hover:underline">
              {parent.label}
            </Link>{' '}
            <span aria-hidden>/</span>
          </span>
        )}
        <h1 className="min-w-0 break-words text-lg font-semibold tracking-tight">{title}</h1>
        {chips}
      </div>
      {actions && <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:gap-1 print:hidden">{actions}</div>}
    </div>
  );
}
