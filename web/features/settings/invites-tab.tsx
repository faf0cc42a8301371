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
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';
import { InviteDialog } from './invite-dialog';
import { Rows } from './rows';

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
        <Rows label="Invites">
          {list.map((invite) => (
            <InviteRow key={invite.id} invite={invite} />
          ))}
        </Rows>
      </Panel>
      <InviteDialog open={inviting} onOpenChange={setInviting} />
    </>
  );
}

function InviteRow({ invite }: { invite: Invite }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => post('/api/v1/invites/:inviteId/revoke', undefined, { path: { inviteId: invite.id } }),
    onSuccess: () => setAsking(false),
    onSettled: () => queries.invalidateQueries({ queryKey: ['invites'] }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium [overflow-wrap:anywhere]">
          {invite.email}
          <Chip tone={TONES[invite.state]}>{invite.state}</Chip>
        </p>
        <p className="text-xs text-muted">
          as {invite.role} · by {invite.createdByName} <When atUs={invite.createdAtUs} />
          {invite.state === 'open' && ` · until ${formatDate(invite.expiresAtUs)}`}
        </p>
      </div>
      {invite.state === 'open' && (
        <Button onClick={() => setAsking(true)} aria-label={`Revoke the invite of ${invite.email}`}>
          Revoke …
        </Button>
      )}
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
    </li>
  );
}
