'use client';

import type { OpenJoinToken } from '@contract/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { get, remove } from '@/api/client';
import { formatAbsolute, formatUntil } from '@/lib/time';
import { useNowUs } from '@/ui/browser/now';
import { Button } from '@/ui/button';
import { Confirm } from '@/ui/dialog';
import { type ListColumn, ListTable, RowName } from '@/ui/list-table';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';

export const JOIN_TOKENS = ['join-tokens'];
const READ_AGAIN_MS = 15_000;

export const useJoinTokens = ({ everyMs = READ_AGAIN_MS, enabled = true } = {}) =>
  useQuery({
    queryKey: JOIN_TOKENS,
    queryFn: ({ signal }) => get('/api/v1/join-tokens', { signal }),
    refetchInterval: everyMs,
    enabled,
  });

/** Who can still let a machine in: tokens that no host has used. Nothing where there is none. */
export function JoinTokensPanel() {
  const tokens = useJoinTokens();
  const { tokens: list = [], poolIsOpen = false } = tokens.data ?? {};
  if (tokens.isError) return <QueryState query={tokens} what="the open join tokens" rows={1} />;
  if (list.length === 0 && !poolIsOpen) return null;
  return (
    <Panel title="Open join tokens" aside="each lets one more host join; a used one leaves this list" flush>
      {poolIsOpen && (
        <p className="px-4 pb-3 text-sm sm:px-5">
          The pool’s token lets any number of hosts join. It stands in the environment of this instance: take{' '}
          <code className="font-mono text-xs">MILLIONRPS_POOL_TOKEN</code> out of it and restart to revoke it.
        </p>
      )}
      {list.length > 0 && (
        <ListTable
          label="Open join tokens"
          rows={list}
          keyOf={({ id }) => id}
          name={NAME}
          columns={COLUMNS}
          actions={(token) => <RevokeToken token={token} />}
        />
      )}
    </Panel>
  );
}

const byText = ({ createdByName }: OpenJoinToken): string => createdByName ?? 'the instance';

const NAME: ListColumn<OpenJoinToken> = {
  head: 'Made by',
  cell: (token) => <RowName title={byText(token)}>{byText(token)}</RowName>,
};

const COLUMNS: ListColumn<OpenJoinToken>[] = [
  { head: 'For', cell: (token) => <Admits token={token} /> },
  { head: 'Made', cell: ({ createdAtUs }) => <When atUs={createdAtUs} /> },
  { head: 'Expires', cell: ({ expiresAtUs }) => <Until atUs={expiresAtUs} /> },
];

function Admits({ token: { launchId, labels } }: { token: OpenJoinToken }) {
  if (launchId !== null)
    return (
      <Link href={`/cloud/${launchId}`} className="hit text-accent underline-offset-2 hover:underline">
        a host of this launch
      </Link>
    );
  return labels.length === 0 ? 'any host' : `any host; labels: ${labels.join(', ')}`;
}

function Until({ atUs }: { atUs: number }) {
  const nowUs = useNowUs(5000);
  return <time title={formatAbsolute(atUs)}>{formatUntil(atUs, nowUs)}</time>;
}

function RevokeToken({ token }: { token: OpenJoinToken }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => remove('/api/v1/join-tokens/:tokenId', { path: { tokenId: token.id } }),
    onSuccess: () => setAsking(false),
    onSettled: () => queries.invalidateQueries({ queryKey: JOIN_TOKENS }),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)} aria-label={`Revoke the join token of ${byText(token)}`}>
        Revoke …
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title="Revoke this join token?"
        action="Revoke the token"
        acting="Revoking …"
        back="Keep it"
        act={revoke}
        onConfirm={() => revoke.mutate()}
      >
        <p>
          {token.launchId === null
            ? 'No host can join with it any more. Hosts that have joined stay.'
            : 'The host that was launched with it cannot join any more, and the launch waits for it in vain.'}
        </p>
      </Confirm>
    </>
  );
}
