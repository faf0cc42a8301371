'use client';

import type { SignedInSession } from '@contract/account';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post, remove } from '@/api/client';
import { formatDate } from '@/lib/time';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { ErrorNotice } from '@/ui/error-notice';
import { type ListColumn, ListTable, RowName } from '@/ui/list-table';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';
import { When } from '@/ui/when';
import { deviceOf } from './device';

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
      {list.length > 0 && (
        <ListTable
          label="Sessions"
          rows={list}
          keyOf={({ id }) => id}
          name={NAME}
          columns={COLUMNS}
          actions={(session) =>
            session.current ? null : (
              <Button
                disabled={end.isPending}
                onClick={() => end.mutate(session.id)}
                aria-label={`End the session of ${deviceOf(session.userAgent)}`}
              >
                End
              </Button>
            )
          }
        />
      )}
    </Panel>
  );
}

const NAME: ListColumn<SignedInSession> = {
  head: 'Device',
  cell: ({ userAgent, current }) => (
    <RowName title={userAgent ?? undefined} marks={current && <Chip tone="ok">this one</Chip>}>
      {deviceOf(userAgent)}
    </RowName>
  ),
};

const COLUMNS: ListColumn<SignedInSession>[] = [
  { head: 'Address', cell: ({ address }) => address ?? 'not known' },
  { head: 'Last used', cell: ({ current, lastUsedAtUs }) => (current ? 'now' : <When atUs={lastUsedAtUs} />) },
  { head: 'Since', cell: ({ createdAtUs }) => <When atUs={createdAtUs} /> },
  { head: 'Until', cell: ({ expiresAtUs }) => formatDate(expiresAtUs) },
];
