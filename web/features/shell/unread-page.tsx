import { capitalised } from '@rules/words/text';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { ApiError } from '@/api/problem';
import { buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { DeadEnd } from '@/ui/nothing-here';
import { PageHead } from '@/ui/page-head';

interface UnreadPageProps {
  /** 'run' */
  what: string;
  parent: { href: string; label: string };
  query: { error: unknown; refetch: () => unknown };
  /** Why there may be none. */
  children: ReactNode;
}

/** In the place of the page of something that there is not, or that could not be read. */
export function UnreadPage({ what, parent, query: { error, refetch }, children }: UnreadPageProps) {
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) {
    const all = (
      <Link href={parent.href} className={buttonClass('primary')}>
        All {parent.label.toLowerCase()}
      </Link>
    );
    return (
      <DeadEnd title={`There is no such ${what}`} actions={all}>
        {children}
      </DeadEnd>
    );
  }
  return (
    <>
      <PageHead title={capitalised(what)} parent={parent} />
      <ErrorNotice title={`The ${what} could not be loaded`} error={error} retry={() => refetch()} />
    </>
  );
}
