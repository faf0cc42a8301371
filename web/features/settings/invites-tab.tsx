'use client';

import type { Invite } from '@contract/account';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { get, post } from '@/api/client';
import type { Tone } from '@/lib/run-state';
import { formatDate } from '@/lib/time';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { Confirm } from '@/ui/dialog';
import { type ListColumn, ListTable, RowName } from '@/ui/list-table';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';
import { InviteDialog } from './invite-dialog';

const TONES: Record<Invite['state'], Tone> = { open: 'live', accepted: 'ok', expired: 'plain', revoked: 'plain' };

export function InvitesTab() {
  const [inviting, setInviting] = useState(false);
  const invites = useQuery({ queryKey: ['invites'], queryFn: ({ signal }) => get('/api/v1/invites', { signal }) });
  const list = invites.data?.invites ?? [];
  return (
    <>
      <Panel
        title="Invites"
        aside="each link makes one account"
        flush
        actions={
          <Button look="primary" onClick={() => setInviting(true)}>
            <Plus aria-hidden className="size-3.5" />
            Invite a person
          </Button>
        }
      >
        <QueryState query={invites} what="the invites" rows={2} within="panel" />
        {invites.isSuccess && list.length === 0 && (
          <p className="px-4 pb-4 pt-1 text-sm text-muted sm:px-5">
            No invites yet. An invite is a link that you send yourself: no mail goes out from here.
          </p>
        )}
        {list.length > 0 && (
          <ListTable
            label="Invites"
            rows={list}
            keyOf={({ id }) => id}
            name={NAME}
            columns={COLUMNS}
            actions={(invite) => invite.state === 'open' && <RevokeInvite invite={invite} />}
          />
        )}
      </Panel>
      <InviteDialog open={inviting} onOpenChange={setInviting} />
    </>
  );
}

const NAME: ListColumn<Invite> = {
  head: 'Email',
  cell: ({ email, state }) => (
    <RowName title={email} marks={<Chip tone={TONES[state]}>{state}</Chip>}>
      {email}
    </RowName>
  ),
};

const COLUMNS: ListColumn<Invite>[] = [
  { head: 'Role', cell: ({ role }) => role },
  { head: 'By', cell: ({ createdByName }) => createdByName },
  { head: 'Made', cell: ({ createdAtUs }) => <When atUs={createdAtUs} /> },
  { head: 'Until', cell: ({ state, expiresAtUs }) => (state === 'open' ? formatDate(expiresAtUs) : null) },
];

function RevokeInvite({ invite }: { invite: Invite }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => post('/api/v1/invites/:inviteId/revoke', undefined, { path: { inviteId: invite.id } }),
    onSuccess: () => setAsking(false),
    onSettled: () => queries.invalidateQueries({ queryKey: ['invites'] }),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)} aria-label={`Revoke the invite of ${invite.email}`}>
        Revoke …
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={`Revoke the invite of ${invite.email}?`}
        action="Revoke the invite"
        acting="Revoking …"
        back="Keep it"
        act={revoke}
        onConfirm={() => revoke.mutate()}
      >
        <p>Its link stops working at once. You can invite them again with a new one.</p>
      </Confirm>
    </>
  );
}
