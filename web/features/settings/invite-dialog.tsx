'use client';

import type { Role } from '@contract/account';
import { ROLES } from '@contract/choices';
import { ROLE_SENTENCE } from '@rules/people/roles';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { post } from '@/api/client';
import { formatDate } from '@/lib/time';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { Field, TextField } from '@/ui/inputs/field';
import { showRefusal } from '../shell/form-refusal';
import { RoleSelect } from './role-select';
import { ShownOnce } from './shown-once';

interface Draft {
  email: string;
  role: Role;
}
const EMPTY: Draft = { email: '', role: ROLES[0] };

export function InviteDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const queries = useQueryClient();
  const form = useForm<Draft>({ defaultValues: EMPTY });
  const invite = useMutation({
    mutationFn: (draft: Draft) => post('/api/v1/invites', { ...draft, email: draft.email.trim() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invites'] }),
    onError: (error) => showRefusal(form, error),
  });
  const turn = (next: boolean): void => {
    if (!next) {
      invite.reset();
      form.reset(EMPTY);
    }
    onOpenChange(next);
  };
  const role = form.watch('role');
  return (
    <Dialog
      open={open}
      onOpenChange={turn}
      deliberate={invite.isSuccess}
      title={invite.data ? `A link for ${invite.data.invite.email}` : 'Invite a person'}
      description={
        invite.data
          ? 'Send it to them alone: whoever opens it first makes the account.'
          : 'You get a link to send; no mail goes out from here. An earlier invite of the same address stops working.'
      }
    >
      {invite.data ? (
        <ShownOnce
          secret={invite.data.url}
          copyLabel="Copy the link"
          note={`It works once, until ${formatDate(invite.data.invite.expiresAtUs)}.`}
          onDone={() => turn(false)}
        />
      ) : (
        <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((draft) => invite.mutate(draft))}>
          {invite.isError && <ErrorNotice title="No invite was made" error={invite.error} />}
          <TextField
            id="invite-email"
            type="email"
            label="Email address"
            hint="They sign in with it."
            error={form.formState.errors.email?.message}
            {...form.register('email', {
              validate: (email) => /^\S+@\S+\.\S+$/.test(email.trim()) || 'Type an address such as ann@example.org.',
            })}
          />
          <Field id="invite-role" label="Role" hint={`Someone with it ${ROLE_SENTENCE[role]}.`}>
            <RoleSelect id="invite-role" roles={ROLES} {...form.register('role')} />
          </Field>
          <div className="mt-2 flex justify-end gap-2">
            <Button onClick={() => turn(false)}>Cancel</Button>
            <Button type="submit" look="primary" disabled={invite.isPending}>
              Create invite
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
