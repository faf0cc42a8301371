'use client';

import type { Host } from '@contract/host';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Notice } from '@/ui/notice';
import { isHostBusy } from './host-busy';

interface AskButtonProps {
  host: Host;
  asking: boolean;
  /** 'Examine', and what it is called while it goes on and once it was done. */
  words: { first: string; now: string; again: string };
  asked: boolean;
  ask: () => void;
}

/** Asks the host's agent something; a host that is not heard from cannot be asked, and says so. */
export function AskButton({ host, asking, words, asked, ask }: AskButtonProps) {
  if (host.status === 'offline') return <span className="text-xs text-muted">offline: start its agent first</span>;
  if (host.runId !== null)
    return <span className="text-xs text-muted">busy with a run; ask again when it is over</span>;
  return (
    // A disabled button would lose the focus while its host answers.
    <Button aria-disabled={asking} className="aria-disabled:opacity-60" onClick={asking ? undefined : ask}>
      {asking ? words.now : asked ? words.again : words.first}
    </Button>
  );
}

/** Why the last request was not answered; earlier answers stay. */
export function AskError<T>({ query, title }: { query: UseQueryResult<T>; title: string }) {
  if (!query.isError || query.isFetching) return null;
  return (
    <div className="mb-3">
      {isHostBusy(query.error) ? (
        <Notice kind="info" title="It is measuring">
          {query.error.message}
        </Notice>
      ) : (
        <ErrorNotice title={title} error={query.error} retry={() => query.refetch()} />
      )}
      {query.data !== undefined && <p className="mt-2 text-xs text-muted">The earlier answer stays below.</p>}
    </div>
  );
}
