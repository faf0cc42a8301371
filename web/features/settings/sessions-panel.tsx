'use client';

import type { SignedInSession } from '@contract/account';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post, remove } from '@/api/client';
import { formatDate } from '@/lib/time';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { ErrorNotice } from '@/ui/error-notice';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';
import { Used, When } from '@/ui/when';
import { deviceOf } from './device';
import { Rows } from './rows';

export function SessionsPanel() {
  const queries = useQueryClient();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => get('/api/v1/account/sessions', { signal }),
  });
  const onSettled = () => queries.invalidateQueries({ queryKey: ['sessions'] });
  const end = useMutation({
    mutationFn: (sessionId: string) => remove('/api/v1/account/sessions/:sessionId', { path: { sessionId } }),
    onSettled,
  });
  const endOthers = useMutation({
    mutationFn: () => post('/api/v1/account/sessions/revoke-others', undefined),
    onSettled,
  });
  const list = sessions.data?.sessions ?? [];
  const error = end.error ?? endOthers.error ?? (sessions.data ? null : sessions.error);
  return (
    <Panel
      title="Where you are signed in"
      flush
      actions={
        list.length > 1 && (
          <Button disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all other sessions
          </Button>
        )
      }
    >
      {error && (
        <div className="px-4 pb-3 sm:px-5">
          <ErrorNotice title="That did not work" error={error} retry={() => sessions.refetch()} />
        </div>
      )}
      {sessions.isPending && <SkeletonRows rows={2} label="Loading your sessions" />}
      <Rows label="Sessions">
        {list.map((session) => (
          <SessionRow key={session.id} session={session} busy={end.isPending} onEnd={() => end.mutate(session.id)} />
        ))}
      </Rows>
    </Panel>
  );
}

function SessionRow({ session, busy, onEnd }: { session: SignedInSession; busy: boolean; onEnd: () => void }) {
  const device = deviceOf(session.userAgent);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium" title={session.userAgent ?? undefined}>
          {device}
          {session.current && <Chip tone="ok">this one</Chip>}
        </p>
        <p className="text-xs text-muted">
          {session.address ?? 'address not known'} ·{' '}
          <Used atUs={session.current ? null : session.lastUsedAtUs} never="in use now" /> · since{' '}
          <When atUs={session.createdAtUs} /> · until {formatDate(session.expiresAtUs)}
        </p>
      </div>
      {!session.current && (
        <Button disabled={busy} onClick={onEnd} aria-label={`End the session of ${device}`}>
          End
        </Button>
      )}
    </li>
  );
}
