'use client';

import Link from 'next/link';
import { ApiError } from '@/api/problem';
import { buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Notice } from '@/ui/notice';
import { BringBackButton } from '../runs/bring-back-button';
import { lastingRefusal } from './original-query';

interface OriginalUnreadProps {
  id: string;
  error: unknown;
  retry: () => void;
}

/** The run to start from could not be had. */
export function OriginalUnread({ id, error, retry }: OriginalUnreadProps) {
  const deleted = error instanceof ApiError && error.code === 'run-deleted';
  const lasting = lastingRefusal(error);
  const without = (
    <Link href="/runs/new" className={buttonClass()}>
      New run without it
    </Link>
  );
  if (lasting === null) {
    return (
      <div className="grid gap-3">
        <ErrorNotice title="The run to start from could not be loaded" error={error} retry={retry} />
        <p>{without}</p>
      </div>
    );
  }
  return (
    <Notice
      kind="warn"
      alert
      title={deleted ? 'The run to start from was deleted' : 'The run to start from cannot be opened'}
      actions={
        <>
          {deleted && <BringBackButton runIds={[id]} />}
          {without}
          <Link href="/" className={buttonClass()}>
            All runs
          </Link>
        </>
      }
    >
      {lasting} Whatever you had typed in New run is kept there.
    </Notice>
  );
}

interface NotAgainProps {
  id: string;
  title: string;
  sentence: string;
}

export function NotAgain({ id, title, sentence }: NotAgainProps) {
  return (
    <Notice
      kind="warn"
      alert
      title={title}
      actions={
        <>
          <Link href="/runs/new" className={buttonClass()}>
            New run without it
          </Link>
          <Link href={`/runs/${id}`} className={buttonClass()}>
            Back to the run
          </Link>
        </>
      }
    >
      {sentence} Whatever you had typed in New run is kept there.
    </Notice>
  );
}
