'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { silentSinceMs, subscribeToSilence } from '@/api/silence';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { When } from '@/ui/when';

const nowhere = (): null => null;

/** Over every page: that the API does not answer, what is kept, and what to do. What a page shows is read anew when it is back. */
export function SilenceNotice() {
  const queries = useQueryClient();
  const sinceMs = useSyncExternalStore(subscribeToSilence, silentSinceMs, nowhere);
  const silent = sinceMs !== null;
  const before = useRef(false);
  useEffect(() => {
    if (before.current && !silent) void queries.invalidateQueries();
    before.current = silent;
  }, [silent, queries]);
  if (sinceMs === null) return null;
  const again = async (): Promise<void> => {
    await queries.cancelQueries();
    await queries.invalidateQueries();
  };
  return (
    <div className="sticky top-2 z-30 mb-4 rounded-panel bg-bg print:hidden">
      <Notice
        kind="bad"
        title="The millionrps API does not answer"
        alert
        actions={<Button onClick={() => void again()}>Try again</Button>}
      >
        <p>
          Asked <When atUs={sinceMs * 1000} />, and asked again every few seconds. Leave this page open: what you typed
          stays, and what agents measure is kept on their hosts until it can be sent. On the machine that runs
          millionrps, check that <code className="font-mono">npm start</code> is still running.
        </p>
      </Notice>
    </div>
  );
}
